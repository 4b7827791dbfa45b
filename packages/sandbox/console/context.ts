import type { GoogleVendor } from '#sandbox/google/google.ts';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import type { Vendor, VendorName } from '#sandbox/vendor.ts';

/** A running vendor from the console's point of view. */
export type ConsoleVendor = { url: string; vendor: Vendor };

/** The data that the console shows. Vendors with real keys do not run here and are absent. */
export type ConsoleContext = {
  vendors: ConsoleVendor[];
  google: GoogleVendor | undefined;
  microsoft: MicrosoftVendor | undefined;
  webUrl: string;
  productUrl: string;
};

/** Returns a vendor's address; undefined if it is not sandboxed. */
export function urlOf({ vendors }: Pick<ConsoleContext, 'vendors'>, name: VendorName): string | undefined {
  return vendors.find(({ vendor }) => vendor.name === name)?.url;
}

/** Posts to a vendor's control and returns the parsed body. @throws an error with the response's text */
export async function postControl(url: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
