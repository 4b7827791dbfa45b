import type { CompanyBrief, Source } from '#contract/research.ts';
import { CitedText } from './cited-text.tsx';
import { Part } from './part.tsx';

export function CompanyList({ companies, sources }: { companies: CompanyBrief[]; sources: Source[] }) {
  if (companies.length === 0) return null;
  return (
    <Part title="Companies">
      <ul className="mt-2 flex flex-col divide-y divide-line border-y border-line">
        {companies.map(({ domain, name, line, news }) => (
          <li key={domain} className="py-4">
            <p className="text-md font-semibold">
              {name} <span className="text-sm font-normal text-ink3">{domain}</span>
            </p>
            <p className="max-w-[66ch] text-ink2">
              <CitedText text={line} sources={sources} />
            </p>
            <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 marker:text-ink3">
              {news.map((item) => (
                <li key={item} className="max-w-[66ch]">
                  <CitedText text={item} sources={sources} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Part>
  );
}
