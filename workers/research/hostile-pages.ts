/** Words by which a page speaks to the machine that reads it instead of telling something about anybody. */
const ORDERS = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|earlier|above|instructions?|rules|prompts?)\b/i,
  /\b(?:new|updated|hidden|system|your) (?:instructions?|prompt)\b/i,
  /\b(?:note|notice|message|instructions?|reminder)\s+(?:to|for)\b.{0,20}\b(?:ai|assistants?|language models?|llms?|chat ?bots?|claude)\b/i,
  /\b(?:dear|hello|hey|hi|attention)\b.{0,10}\b(?:ai|assistants?|language models?|llms?|claude)\b/i,
  /\byou are (?:now|an? (?:ai|assistant|language model))\b/i,
  /^\s*(?:system|assistant|developer)\s*:/im,
  /\b(?:print|reveal|repeat|output|show|display)\b.{0,30}\b(?:prompt|instructions)\b/i,
  /\bend of (?:the )?(?:sources?|data|document|transcript)\b/i,
  /!\[[^\]]*\]\(/,
];

/**
 * Whether a page gives orders to a model. Such a page is no source: what its orders made the model write would be borne out by the page itself. Being a
 * list of words this is one net of several; a page that goes through it still meets the checks of citations.ts.
 */
export function givesOrders({ title, text }: { title: string; text: string }): boolean {
  return ORDERS.some((pattern) => pattern.test(title) || pattern.test(text));
}
