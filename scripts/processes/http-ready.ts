/** Whether the address answers with a success. Refused and slow connections count as not yet. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}
