// Runs in the page before its own scripts; tests/support/keyboard-walk.ts queries it once per key press.
(() => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, iframe, video[controls]';
  const GROUPS =
    '[role="radiogroup"], [role="tablist"], [role="menu"], [role="listbox"], [role="toolbar"], [role="tree"]';
  /** Number of ancestors that can show the focus instead of the control, as a label does for a hidden radio button. */
  const ANCESTORS = 3;
  const LOOKS = ['outline', 'outlineOffset', 'boxShadow', 'backgroundColor', 'borderColor', 'color', 'textDecoration'];

  let part = null;
  let controls = [];
  let looksBefore = new Map();
  let previous = null;
  let turn = Node.DOCUMENT_POSITION_FOLLOWING;

  /** Returns the visible part of a control: its label if the control itself is transparent. */
  const shownPart = (control) =>
    getComputedStyle(control).opacity === '0' ? (control.closest('label') ?? control) : control;

  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 0 &&
      height > 0 &&
      shownPart(element).checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden="true"]')
    );
  };

  const withAncestors = (element) => {
    const line = [element];
    while (line.length <= ANCESTORS && line.at(-1).parentElement) line.push(line.at(-1).parentElement);
    return line;
  };

  const looksOf = (element) => {
    const style = getComputedStyle(element);
    return LOOKS.map((look) => style[look]).join(' | ');
  };

  const isTransparent = (color) => color === 'transparent' || / \/ 0\)$|, 0\)$/.test(color);

  /** Returns the control or ancestor with a focus ring, else one whose style changed with the focus, else null. */
  const lightOf = (control) => {
    const line = withAncestors(control).filter((element) => getComputedStyle(element).opacity !== '0');
    const ringed = line.find((element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !isTransparent(outlineColor);
    });
    return (
      ringed ??
      line.find((element) => looksBefore.has(element) && looksBefore.get(element) !== looksOf(element)) ??
      null
    );
  };

  /** Lists the clipped sides of the ring around `element`, and what clips them. */
  const cutsOf = (element) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    const ring = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const box = element.getBoundingClientRect();
    const cut = (name, { left, top, right, bottom }) => {
      const sides = Object.entries({
        left: left - (box.left - ring),
        top: top - (box.top - ring),
        right: box.right + ring - right,
        bottom: box.bottom + ring - bottom,
      });
      return sides
        .filter(([, byPx]) => byPx > 1)
        .map(([side, byPx]) => `${side} cut by ${Math.round(byPx)} px at ${name}`);
    };
    const cuts = cut('the window', { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
      const { overflowX, overflowY, contentVisibility, position } = getComputedStyle(parent);
      if (overflowX !== 'visible' || overflowY !== 'visible' || contentVisibility === 'auto') {
        const { left, top } = parent.getBoundingClientRect();
        const x = left + parent.clientLeft;
        const y = top + parent.clientTop;
        cuts.push(
          ...cut(describe(parent), { left: x, top: y, right: x + parent.clientWidth, bottom: y + parent.clientHeight }),
        );
      }
      if (position === 'fixed') break;
    }
    return cuts;
  };

  const isStuck = (element) => {
    for (let line = element; line; line = line.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(line).position)) return true;
    }
    return false;
  };

  /** Lists what covers the control's centre, and any fixed content over its corners. */
  const coversOf = (control) => {
    const shown = shownPart(control);
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const [x1, x2] = [Math.max(left, 0) + 3, Math.min(right, innerWidth) - 3];
    const [y1, y2] = [Math.max(top, 0) + 3, Math.min(bottom, innerHeight) - 3];
    const overAt = (x, y) =>
      [document.elementFromPoint(x, y)].filter((over) => over && !shown.contains(over) && !over.contains(shown));
    const corners = [overAt(x1, y1), overAt(x2, y1), overAt(x1, y2), overAt(x2, y2)].flat();
    const covers = [
      ...overAt((x1 + x2) / 2, (y1 + y2) / 2),
      ...corners.filter((over) => isStuck(over) && !isStuck(shown)),
    ];
    return [...new Set(covers)].map((over) => `under ${describe(over)}`);
  };

  const textOf = (ids) =>
    ids
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');

  const nameOf = (control) =>
    [
      control.getAttribute('aria-label'),
      textOf(control.getAttribute('aria-labelledby') ?? ''),
      ...[...(control.labels ?? [])].map(({ textContent }) => textContent),
      control.matches('input, select, textarea') ? '' : control.textContent,
      ...[...control.querySelectorAll('img[alt]')].map(({ alt }) => alt),
      control.title,
      control.matches('input[type="submit"], input[type="button"]') ? control.value : '',
    ]
      .map((text) => text?.trim().replaceAll(/\s+/g, ' '))
      .find(Boolean) ?? '';

  const describe = (element) => {
    const name = nameOf(element).slice(0, 40);
    return `${element.tagName.toLowerCase()}${element.id && `#${element.id}`}${name && ` "${name}"`}`;
  };

  /** Returns the name of a group that Tab enters once and arrows move within; '' for a single control. */
  const groupOf = (control) => {
    if (control.type === 'radio') return `radio ${control.name}`;
    const group = control.tabIndex < 0 ? control.closest(GROUPS) : null;
    return group ? `${group.role} ${group.id || nameOf(group)}` : '';
  };

  window.focusProbe = {
    /**
     * Moves the focus before the first control of a part of the page, or after the last to go backwards.
     * @returns the controls that keys must reach, with their group and whether a tabindex moves them out of order
     */
    async begin(selector, isBackwards) {
      // Content that just opened is rendered by the second frame.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      part = document.querySelector(selector);
      const start = document.createElement('span');
      start.tabIndex = -1;
      if (isBackwards) part.append(start);
      else part.prepend(start);
      start.focus();
      start.remove();
      scrollTo(0, isBackwards ? document.documentElement.scrollHeight : 0);
      previous = null;
      turn = isBackwards ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
      controls = [...part.querySelectorAll(`${CONTROLS}, [tabindex]`)].filter(
        (control) =>
          (control.matches(CONTROLS) || control.tabIndex >= 0 || groupOf(control) !== '') &&
          !control.disabled &&
          isShown(control),
      );
      looksBefore = new Map(controls.flatMap(withAncestors).map((element) => [element, looksOf(element)]));
      return controls.map((control) => ({
        name: describe(control),
        group: groupOf(control),
        hasOwnTurn: control.tabIndex > 0,
      }));
    },

    /**
     * @param isInTurn whether the controls must follow the page's order
     * @returns the focused control, by its index among those of `begin` and later ones, and its faults; null if only
     * the page has the focus
     */
    look(isInTurn) {
      const control = document.activeElement;
      if (control === part || control === document.body || control === document.documentElement) return null;
      if (!part.contains(control)) return { index: -1, name: describe(control), faults: [] };
      if (!controls.includes(control)) controls.push(control);
      const stop = { index: controls.indexOf(control), name: describe(control) };
      // Inside a vendor's frame, the focus style is the vendor's.
      if (control.tagName === 'IFRAME') return { ...stop, faults: [] };
      const light = lightOf(control);
      const isOutOfTurn =
        isInTurn && previous && previous !== control && !(previous.compareDocumentPosition(control) & turn);
      const faults = [
        !isShown(control) && 'not visible',
        nameOf(control) === '' && 'without a name',
        isOutOfTurn && 'out of order',
        !light && 'without a visible focus',
        ...(light ? cutsOf(light) : []),
        ...coversOf(control),
      ].filter(Boolean);
      previous = control;
      return { ...stop, faults };
    },

    /** Focuses the group's selected member, as Tab would, or its first. @param members indexes in `begin`'s controls */
    focusMember(members) {
      const group = members.map((index) => controls[index]);
      (group.find(({ checked, tabIndex }) => checked ?? tabIndex === 0) ?? group[0]).focus();
    },
  };
})();
