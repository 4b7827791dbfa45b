/** Returns the processor time the action takes in this process, in milliseconds, however busy the machine is. */
export function cpuTimeOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
