import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FeedbackReason, FeedbackReasons } from '#contract/feedback.ts';
import { feedbackReasonsQuery, postFeedbackReason } from '#web/api/mail-links.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';

const REASONS: Record<FeedbackReason, string> = {
  wrong_person: 'Wrong person',
  wrong_company: 'Wrong company',
  nothing_new: 'Nothing new',
  too_long: 'Too long',
  too_late: 'Too late',
  wrong_fact: 'A fact is wrong',
};
const NAMES: readonly FeedbackReason[] = [
  'wrong_person',
  'wrong_company',
  'nothing_new',
  'too_long',
  'too_late',
  'wrong_fact',
];

type Said = { reason: FeedbackReason; guest?: string; fact?: string };
/** A reason that still needs a guest or a fact. */
type Choice = 'wrong_person' | 'wrong_fact';

/** Asks why a briefing was not useful. A wrong fact, or a wrong person among several guests, takes a second click. */
export function Reasons({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const query = feedbackReasonsQuery(token);
  const offered = useQuery(query);
  const [choice, setChoice] = useState<Choice | null>(null);
  const save = useMutation({
    mutationFn: (said: Said) => postFeedbackReason({ token, ...said }),
    onSuccess: (_, { reason }) => {
      show(null);
      queryClient.setQueryData(query.queryKey, (known: FeedbackReasons | undefined) => known && { ...known, reason });
    },
  });
  // The clicked button disappears, and focus with it.
  const heading = useRef<HTMLHeadingElement>(null);
  function show(next: Choice | null) {
    setChoice(next);
    heading.current?.focus();
  }
  if (offered.isError) return <FormError>{failureText(offered.error)}</FormError>;
  if (!offered.isSuccess) return null;
  const { guests, facts, reason: saidLast } = offered.data;
  const busyWith = save.isPending ? save.variables : null;

  function choose(reason: FeedbackReason) {
    if (reason === 'wrong_fact' || (reason === 'wrong_person' && guests.length > 1)) return show(reason);
    const [guest] = guests;
    return save.mutate({ reason, ...(reason === 'wrong_person' && guest && { guest: guest.email }) });
  }

  return (
    <section aria-labelledby="why" className="mt-8 flex flex-col gap-3 border-t border-line pt-6">
      <h2 id="why" ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {choice === 'wrong_fact'
          ? 'Which one is wrong?'
          : choice === 'wrong_person'
            ? 'Which guest did we get wrong?'
            : 'Why not?'}
      </h2>
      {save.isSuccess && choice === null && <output className="text-md text-ink2">{save.data.message}</output>}
      {save.error && <FormError>{failureText(save.error)}</FormError>}
      {choice === null ? (
        <ul className="grid grid-cols-1 gap-2 min-[360px]:grid-cols-2">
          {NAMES.filter((name) => name !== 'wrong_fact' || facts.length > 0).map((name) => (
            <li key={name}>
              <Button
                size="large"
                className="w-full"
                aria-pressed={saidLast === name}
                busy={busyWith?.reason === name}
                onClick={() => choose(name)}
              >
                {saidLast === name && <span aria-hidden="true">✓</span>}
                {REASONS[name]}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <ul className="flex flex-col gap-2">
            {choice === 'wrong_person'
              ? guests.map(({ email, name }) => (
                  <li key={email}>
                    <Answer
                      busy={busyWith?.guest === email}
                      onPress={() => save.mutate({ reason: choice, guest: email })}
                      about={name === null ? null : email}
                    >
                      {name ?? email}
                    </Answer>
                  </li>
                ))
              : facts.map(({ text, about }) => (
                  <li key={text}>
                    <Answer
                      busy={busyWith?.fact === text}
                      onPress={() => save.mutate({ reason: choice, fact: text })}
                      about={about}
                    >
                      {text}
                    </Answer>
                  </li>
                ))}
          </ul>
          <Button variant="ghost" className="self-start" onClick={() => show(null)}>
            Choose another reason
          </Button>
        </>
      )}
    </section>
  );
}

type AnswerProps = { children: string; about: string | null; busy: boolean; onPress: () => void };

/** A button that grows with the text it quotes. */
function Answer({ children, about, busy, onPress }: AnswerProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className="touch-target flex w-full flex-col gap-0.5 rounded-md border border-line bg-surface px-3 py-2 text-left text-md text-ink wrap-anywhere hover:bg-hover aria-disabled:opacity-55"
      onClick={() => !busy && onPress()}
    >
      {about !== null && <span className="text-sm text-ink3">{about}</span>}
      {children}
    </button>
  );
}
