import { fetchPart } from './fetch-part.ts';
import { notify } from './notify.ts';

/** Fetches what somebody has asked to be opened. While it cannot be had they are told; it opens as soon as it is there. */
export function fetchOverlay<Part>(load: () => Promise<Part>): Promise<Part> {
  return fetchPart(load, () => {
    const detail = navigator.onLine ? 'Please try again later.' : 'It opens once you are online again.';
    notify({ tone: 'error', title: 'This could not be loaded', detail });
  });
}
