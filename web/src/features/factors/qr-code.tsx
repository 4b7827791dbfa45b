import { renderSVG } from 'uqr';

/** Dark on white in both themes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 3 }))}`;
  return <img src={source} alt={label} className="mx-auto block size-48 rounded-md border border-line" />;
}
