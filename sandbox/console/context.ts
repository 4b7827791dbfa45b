import type { GoogleVendor } from '#sandbox/google/google.ts';
import type { Vendor } from '#sandbox/vendor.ts';

/** A running vendor, as the console knows it. */
export type ConsoleVendor = { url: string; vendor: Vendor };

/** What the console shows. Vendors with real keys are not running here and are absent. */
export type ConsoleContext = {
  vendors: ConsoleVendor[];
  google: GoogleVendor | undefined;
  webUrl: string;
  productUrl: string;
};
