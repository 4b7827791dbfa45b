import type { Meeting } from '#contract/meetings.ts';
import type { ResearchReport } from '#contract/research.ts';

/** Returns a briefing as Markdown, for tools. `[n]` cites the n-th source. */
export function writeBriefing({ title, startTime, researchState }: Meeting, report: ResearchReport | null): string {
  const head = `# ${onOneLine(title)}\nStarts at ${startTime}.`;
  if (report === null) return `${head}\n\nThere is no briefing yet. Research status: ${researchState}.`;
  const parts: [string, readonly string[]][] = [
    [
      'Guests',
      report.guests.map(({ name, email, role, facts }) =>
        [name === null ? email : `${onOneLine(name)} (${email})`, ...(role === null ? [] : [role]), ...facts].join(
          '\n  - ',
        ),
      ),
    ],
    [
      'Companies',
      report.companies.map(({ name, domain, line, news }) => [`${name} (${domain}): ${line}`, ...news].join('\n  - ')),
    ],
    ['Key insights', report.keyInsights.map((insight) => `${insight.title}: ${insight.description}`)],
    ['Talking points (inferred)', report.talkingPoints],
    ['Questions to ask (inferred)', report.questions],
    ['Risks (inferred)', report.riskFactors],
    ['Opportunities (inferred)', report.opportunities.map(({ description }) => description)],
    ['Recommendations (inferred)', report.recommendations.map(({ action, reasoning }) => `${action}: ${reasoning}`)],
    ['Not found', report.notFound],
    ['Sources', report.sources.map(({ title: name, url }, index) => `[${index + 1}] ${name} ${url}`)],
  ];
  const sections = parts.flatMap(([name, lines]) =>
    lines.length === 0 ? [] : [`## ${name}\n${lines.map((line) => `- ${line}`).join('\n')}`],
  );
  return [head, report.summary, ...sections].join('\n\n');
}

/** With line breaks, an invitation's text could pass for our own headings and lists. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
