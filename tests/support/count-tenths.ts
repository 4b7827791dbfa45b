/**
 * Counts tenths of a second until the returned function is called, which returns their number. A machine stall counts
 * as one, however long.
 */
export function countTenths(): () => number {
  let tenths = 0;
  const clock = setInterval(() => {
    tenths += 1;
  }, 100);
  return () => {
    clearInterval(clock);
    return tenths;
  };
}
