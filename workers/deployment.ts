import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import { DEPLOYMENT } from '#workflows/names.ts';

/** gRPC's NOT_FOUND and FAILED_PRECONDITION, https://grpc.io/docs/guides/status-codes/ */
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;
/** The engine hears of a build by its workers, and tells of it a little later. */
const KNOWN_WITHIN_MS = 60_000;

/**
 * Gives the work to this build where no build has it yet: without one that is current, nothing would be done. Every later build gets work when an
 * operator says so (docs/operations.md).
 */
export async function becomeCurrentIfFirst(client: Client, buildId: string): Promise<void> {
  const { namespace } = client.options;
  const { workflowService } = client.connection;
  const deadline = Date.now() + KNOWN_WITHIN_MS;
  for (;;) {
    try {
      const { workerDeploymentInfo, conflictToken } = await workflowService.describeWorkerDeployment({
        namespace,
        deploymentName: DEPLOYMENT,
      });
      if (workerDeploymentInfo?.routingConfig?.currentDeploymentVersion) return;
      await workflowService.setWorkerDeploymentCurrentVersion({
        namespace,
        deploymentName: DEPLOYMENT,
        buildId,
        conflictToken,
      });
      return;
    } catch (error) {
      if (!isGrpcServiceError(error) || Date.now() > deadline) throw error;
      const code: number = error.code;
      // Not known yet, or another build was quicker, which the next look tells.
      if (code !== NOT_FOUND && code !== FAILED_PRECONDITION) throw error;
      await sleep(500);
    }
  }
}
