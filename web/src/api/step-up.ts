type Ask = (methods: readonly string[]) => Promise<boolean>;

let ask: Ask | null = null;
let asked: Promise<boolean> | null = null;

/** Takes what asks the user for the second factor while somebody is signed in; returns what takes it away. */
export function offerStepUp(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/** Asks for the second factor, once for all calls that need it at the moment. False when it was not given. */
export async function stepUp(methods: readonly string[]): Promise<boolean> {
  if (!ask) return false;
  asked ??= ask(methods).finally(() => {
    asked = null;
  });
  return await asked;
}
