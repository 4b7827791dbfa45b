import { useRef, useState } from 'react';
import { PlayIcon } from '#web/ui/icons.tsx';
import captions from './tour.vtt?url';
import film from './tour.webm';
import poster from './tour.webp';

/** The recorded tour: a poster with a play button, then the native player. Has captions and no sound. */
export function TourPlayer() {
  const video = useRef<HTMLVideoElement>(null);
  const [isStarted, setStarted] = useState(false);
  const start = () => {
    setStarted(true);
    video.current?.focus();
    video.current?.play().catch(reportError);
  };
  return (
    <div className="relative overflow-hidden rounded-xl border border-line bg-sunken">
      <video
        ref={video}
        width={1280}
        height={720}
        poster={poster}
        preload="none"
        controls={isStarted}
        playsInline
        aria-label="Recorded tour of Foreword, 35 seconds, no sound"
        tabIndex={isStarted ? 0 : -1}
        className="block aspect-video h-auto w-full"
      >
        <source src={film} type="video/webm" />
        <track kind="captions" src={captions} srcLang="en" label="English" default />
      </video>
      {!isStarted && (
        <button
          type="button"
          aria-label="Play the tour"
          disabled={import.meta.env.SSR}
          onClick={start}
          className="group absolute inset-0 grid place-items-center rounded-xl -outline-offset-2"
        >
          <span className="grid size-18 place-items-center rounded-[36px] bg-primary text-on-primary transition-transform duration-180 group-hover:scale-105">
            <PlayIcon size={28} className="ml-1 fill-current" />
          </span>
        </button>
      )}
    </div>
  );
}
