/** Text, @, text, dot, text: what the product's owner calls a simple address. The server looks closer. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What was pasted, split at newlines, commas, semicolons and white space, into what looks like an address and what does not. */
export function splitEmails(text: string): { emails: string[]; others: string[] } {
  const pieces = text.split(/[\s,;]+/).filter((piece) => piece !== '');
  return {
    emails: pieces.filter((piece) => ADDRESS.test(piece)),
    others: pieces.filter((piece) => !ADDRESS.test(piece)),
  };
}
