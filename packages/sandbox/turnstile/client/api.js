// The challenge widget's script, with the same global as the vendor's (`window.turnstile`). As with the vendor, the
// widget is a frame on the script's origin, so a page's CSP needs only script-src and frame-src for it.
(() => {
  const script = document.currentScript;
  const origin = new URL(script.src).origin;
  const options = new URL(script.src).searchParams;
  const widgets = new Map();
  const sizes = { normal: ['300px', '65px'], compact: ['150px', '140px'], flexible: ['100%', '65px'] };
  let nextId = 1;

  function render(container, parameters = {}) {
    const element = typeof container === 'string' ? document.querySelector(container) : container;
    if (!(element instanceof HTMLElement)) {
      throw new Error(`[Cloudflare Turnstile] Unable to find a container for "${container}".`);
    }
    const sitekey = parameters.sitekey ?? element.dataset.sitekey;
    if (!sitekey) throw new Error('[Cloudflare Turnstile] Missing required parameter "sitekey".');
    const widget = { id: `cf-chl-widget-${nextId}`, element, parameters: { ...parameters, sitekey }, token: '' };
    nextId += 1;
    widgets.set(widget.id, widget);
    if (parameters['response-field'] !== false) {
      widget.field = document.createElement('input');
      widget.field.type = 'hidden';
      widget.field.name = parameters['response-field-name'] ?? 'cf-turnstile-response';
      widget.field.id = `${widget.id}_response`;
      element.append(widget.field);
    }
    if (parameters.execution !== 'execute') start(widget);
    return widget.id;
  }

  function start(widget) {
    stop(widget);
    const { parameters } = widget;
    const [width, height] = sizes[parameters.size] ?? sizes.normal;
    const hidden = parameters.appearance === 'interaction-only' || parameters.size === 'invisible';
    const query = new URLSearchParams({ id: widget.id, sitekey: parameters.sitekey, parent: window.location.origin });
    for (const name of ['action', 'theme', 'language']) if (parameters[name]) query.set(name, parameters[name]);
    if (parameters.cData) query.set('cdata', parameters.cData);
    if (parameters.size) query.set('size', parameters.size);
    const frame = document.createElement('iframe');
    frame.src = `${origin}/turnstile/v0/widget?${query}`;
    frame.id = widget.id;
    frame.title = 'Widget containing a Cloudflare security challenge';
    frame.tabIndex = parameters.tabindex ?? 0;
    Object.assign(frame.style, { border: '0', display: 'block', overflow: 'hidden', width, height, maxWidth: '100%' });
    if (hidden) Object.assign(frame.style, { width: '0', height: '0', visibility: 'hidden' });
    widget.frame = frame;
    widget.element.append(frame);
  }

  function stop(widget) {
    window.clearTimeout(widget.expiry);
    widget.frame?.remove();
    widget.frame = undefined;
    widget.expired = false;
    setToken(widget, '');
  }

  function setToken(widget, token) {
    widget.token = token;
    if (widget.field) widget.field.value = token;
  }

  function expire(widget) {
    setToken(widget, '');
    widget.expired = true;
    call(widget, 'expired-callback');
    if ((widget.parameters['refresh-expired'] ?? 'auto') === 'auto') start(widget);
  }

  /** Calls a widget's callback: a function or, for widgets written in HTML, the name of a global one. */
  function call(widget, name, ...values) {
    const callback = widget.parameters[name];
    const found = typeof callback === 'string' ? window[callback] : callback;
    return typeof found === 'function' ? found(...values) : undefined;
  }

  const events = {
    complete: (widget, message) => {
      setToken(widget, message.token);
      widget.expiry = window.setTimeout(() => expire(widget), message.lifetimeMs);
      call(widget, 'callback', message.token, false);
    },
    fail: (widget, message) => call(widget, 'error-callback', message.code),
    interactiveBegin: (widget) => call(widget, 'before-interactive-callback'),
    interactiveEnd: (widget) => call(widget, 'after-interactive-callback'),
  };

  window.addEventListener('message', (event) => {
    if (event.origin !== origin || event.data?.source !== 'cloudflare-challenge') return;
    const widget = widgets.get(event.data.widgetId);
    if (widget?.frame && event.source === widget.frame.contentWindow) events[event.data.event]?.(widget, event.data);
  });

  /** Finds a widget by id, or by container or its selector; by default the first one rendered. */
  function find(reference) {
    if (reference === undefined || reference === null) return widgets.values().next().value;
    if (typeof reference !== 'string') return [...widgets.values()].find((widget) => widget.element === reference);
    const element = widgets.has(reference) ? null : document.querySelector(reference);
    return widgets.get(reference) ?? [...widgets.values()].find((widget) => widget.element === element);
  }

  function renderImplicitly() {
    for (const element of document.querySelectorAll('.cf-turnstile')) {
      const parameters = Object.fromEntries(
        [...element.attributes]
          .filter((attribute) => attribute.name.startsWith('data-'))
          .map((attribute) => [attribute.name.slice('data-'.length), attribute.value]),
      );
      if ('cdata' in parameters) parameters.cData = parameters.cdata;
      if (parameters['response-field'] === 'false') parameters['response-field'] = false;
      render(element, parameters);
    }
  }

  function whenLoaded(action) {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', action, { once: true });
    else action();
  }

  window.turnstile = {
    render,
    execute: (reference, parameters) => {
      const widget = find(reference) ?? widgets.get(render(reference, { ...parameters, execution: 'execute' }));
      Object.assign(widget.parameters, parameters);
      start(widget);
    },
    reset: (reference) => {
      const widget = find(reference);
      if (!widget) return;
      if (widget.parameters.execution === 'execute') stop(widget);
      else start(widget);
    },
    remove: (reference) => {
      const widget = find(reference);
      if (!widget) return;
      stop(widget);
      widget.field?.remove();
      widgets.delete(widget.id);
    },
    getResponse: (reference) => find(reference)?.token || undefined,
    isExpired: (reference) => Boolean(find(reference)?.expired),
    ready: whenLoaded,
  };

  if (options.get('render') !== 'explicit') whenLoaded(renderImplicitly);
  const onload = options.get('onload');
  if (onload) whenLoaded(() => window[onload]?.());
})();
