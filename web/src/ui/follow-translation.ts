/** The elements that a translator put in place of text nodes. */
const standIns = new WeakMap<Node, ChildNode>();

/**
 * Keeps the page working while the browser or an extension translates it. Translators replace text nodes or wrap them,
 * but React still holds the originals: removing one or inserting before it would throw and crash the screen, and
 * updating one would have no visible effect.
 */
export function followTranslation(): void {
  const insertBefore: Node['insertBefore'] = Reflect.get(Node.prototype, 'insertBefore');
  const removeChild: Node['removeChild'] = Reflect.get(Node.prototype, 'removeChild');
  Node.prototype.insertBefore = function <New extends Node>(this: Node, node: New, reference: Node | null): New {
    insertBefore.call(this, node, placeIn(this, reference));
    return node;
  };
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    if (child.parentNode) removeChild.call(child.parentNode, child);
    else standIns.get(child)?.remove();
    return child;
  };
  new MutationObserver(noteChanges).observe(document, { childList: true, subtree: true });
}

/** The child of `parent` that is, contains or stands in for `node`; null if there is none. */
function placeIn(parent: Node, node: Node | null): Node | null {
  let place = node;
  while (place && place.parentNode !== parent) place = place.parentNode ?? standIns.get(place) ?? null;
  return place;
}

function noteChanges(changes: MutationRecord[], observer: MutationObserver): void {
  const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
    // Updated by React: put back, so that the translator translates it again.
    if (!target.parentNode) standIns.get(target)?.replaceWith(target);
    const standIn = [...addedNodes, previousSibling, nextSibling].find(
      (node): node is Element => node instanceof Element && added.has(node),
    );
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode || !standIn) continue;
      standIns.set(text, standIn);
      observer.observe(text, { characterData: true });
    }
  }
}
