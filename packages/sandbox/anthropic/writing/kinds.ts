export type Level = 'high' | 'medium' | 'low';
export type Kind = 'leadership' | 'funding' | 'deal' | 'problem' | 'growth' | 'product' | 'person' | 'profile';

const patterns: [Kind, RegExp][] = [
  [
    'leadership',
    /\b(chief executive officer on|named .* chief|stepped down|taken over from|acquired|has bought|acquisition|part of|joins the board)\b/i,
  ],
  ['funding', /\b(raised|series [a-e]\b|funding|secured a .* loan|closed its .* fund)\b/i],
  [
    'problem',
    /\b(late|delays?|bottleneck|missed|misses|shortage|doubled within a year|full capacity|waiting list|melted|risk|asked .* for talks|slow|behind|went a week without)\b/i,
  ],
  ['deal', /\b(contract|order|won|tender|signed|picked|permits?|approval)\b/i],
  [
    'growth',
    /\b(opened|reopened|opens|started|starts|expan|office|plant|depot|hub|line|joined|pre-orders|revenue|capacity|connected|took on)\b/i,
  ],
  ['product', /\b(launched|released|presented|announced|published|began|added|flew|kit|index|interface|programme)\b/i],
];

const categories: Record<Kind, string> = {
  leadership: 'Leadership',
  funding: 'Funding',
  deal: 'Business',
  problem: 'Operations',
  growth: 'Growth',
  product: 'Product',
  person: 'People',
  profile: 'Company',
};

const problems: [RegExp, string][] = [
  [/delivery slot|bottleneck/i, 'the shortage of delivery slots'],
  [/late containers?|containers? .*late/i, 'late containers'],
  [/storage fees/i, 'the storage fees'],
  [/full capacity/i, 'the capacity limit'],
  [/waiting list/i, 'the waiting list'],
  [/melted|cooled/i, 'goods spoiling on the way'],
  [/window/i, 'missed delivery windows'],
  [/shortage/i, 'the shortage of staff'],
  [/late|delay|missed/i, 'late deliveries'],
];

/** What kind of news a text tells, by its words; `profile` where it tells none. */
export function classify(text: string): Kind {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'profile';
}

export function categoryOf(kind: Kind): string {
  return categories[kind];
}

/** The trouble a text speaks of, as the object of a sentence. */
export function nameProblem(text: string): string {
  return problems.find(([pattern]) => pattern.test(text))?.[1] ?? 'the problem they have named in public';
}

/** High within 30 days, medium within 90, else low; undated is medium. */
export function levelOf(date: Date | undefined): Level {
  if (!date) return 'medium';
  const days = (Date.now() - date.getTime()) / 86_400_000;
  return days <= 30 ? 'high' : days <= 90 ? 'medium' : 'low';
}
