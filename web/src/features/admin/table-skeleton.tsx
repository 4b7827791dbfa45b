import { Bone } from '#web/ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** A header and eight rows of 40 px. */
export function TableSkeleton() {
  return (
    <div>
      <div className="flex h-9 items-center border-b border-line">
        <Bone className="h-4 w-24" />
      </div>
      {rows.map((row) => (
        <div key={row} className="flex h-10 items-center gap-6 border-b border-line">
          <Bone className="h-4 w-1/4" />
          <Bone className="h-4 w-1/5" />
          <Bone className="h-4 w-1/6" />
          <Bone className="h-4 flex-1" />
        </div>
      ))}
    </div>
  );
}
