export function OrDivider() {
  return (
    <div className="my-6 flex items-center gap-3 text-sm text-ink3">
      <span className="h-px flex-1 bg-line" />
      or with email
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
