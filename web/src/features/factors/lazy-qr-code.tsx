import type { ComponentProps } from 'react';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { usePart } from '#web/ui/use-part.ts';
import type { QrCode } from './qr-code.tsx';

const fetchQrCode = () => import('./qr-code.tsx');

/** Loaded on demand: the library is large and rarely needed. */
export function LazyQrCode(props: ComponentProps<typeof QrCode>) {
  const [part, isMissing] = usePart(fetchQrCode);
  if (part) return <part.QrCode {...props} />;
  return isMissing ? <MissingPart name="The QR code" /> : <Bone className="mx-auto size-48" />;
}
