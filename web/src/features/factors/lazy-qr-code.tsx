import type { ComponentProps } from 'react';
import { FailedChunk } from '#web/ui/failed-chunk.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { useChunk } from '#web/ui/use-chunk.ts';
import type { QrCode } from './qr-code.tsx';

const fetchQrCode = () => import('./qr-code.tsx');

/** Loaded on demand: the library is large and rarely needed. */
export function LazyQrCode(props: ComponentProps<typeof QrCode>) {
  const [chunk, hasFailed] = useChunk(fetchQrCode);
  if (chunk) return <chunk.QrCode {...props} />;
  return hasFailed ? <FailedChunk name="The QR code" /> : <Bone className="mx-auto size-48" />;
}
