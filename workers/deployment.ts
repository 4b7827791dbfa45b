import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import { DEPLOYMENT } from '#workflows/names.ts';

/** gRPC's NOT_FOUND and FAILED_PRECONDITION, https://grpc.io/docs/guides/status-codes/ */
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;
/** Maximum time until the engine learns of a build from its workers. */
const KNOWN_WITHIN_MS = 60_000;

/**
 * Makes this build current if none is: without a current build, no work would run. Later builds are promoted by an
 * operator (docs/operations.md).
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
      // Not registered yet, or another build was first: check again.
      if (code !== NOT_FOUND && code !== FAILED_PRECONDITION) throw error;
      await sleep(500);
    }
  }
}
