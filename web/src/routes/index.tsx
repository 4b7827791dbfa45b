import { createFileRoute } from '@tanstack/react-router';
import { ClosingCall } from '#web/features/home/closing-call.tsx';
import { Features } from '#web/features/home/features.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { Newsletter } from '#web/features/home/newsletter.tsx';
import { PublicLayout } from '#web/features/public/public-layout.tsx';

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  return (
    <PublicLayout>
      <Hero />
      <Features />
      <Newsletter />
      <ClosingCall />
    </PublicLayout>
  );
}
