/** Returns whether a URL responds with success. Refused and slow connections count as not ready. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}
