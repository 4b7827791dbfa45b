import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { integrationsQuery, postConnect } from '#web/api/calendar.ts';
import { sessionQuery } from '#web/api/session.ts';
import { isAnyoneWaiting } from '#web/auth/oauth-channel.ts';
import { hasOpener, postToOpener } from '#web/auth/oauth-message.ts';
import { readOauthState } from '#web/auth/oauth-state.ts';
import { clearPendingSync } from '#web/auth/pending-sync.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { FactorForm } from '#web/features/factors/factor-form.tsx';
import { readMethods } from '#web/features/factors/read-methods.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Heading } from '#web/ui/heading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { type CallbackInput, type CallbackPlan, planCallback } from './plan-callback.ts';

/** Handles the return from a consent page, after asking for the second factor if needed. */
export function CallbackScreen(input: CallbackInput) {
  const [isGiven, setGiven] = useState(false);
  const isAsked = input.factor !== undefined && input.error === undefined && !isGiven;
  if (isAsked) return <GiveFactor methods={input.factor ?? ''} onGiven={() => setGiven(true)} />;
  return <PlannedCallback input={input} hasGivenFactor={isGiven} />;
}

function PlannedCallback({ input, hasGivenFactor }: { input: CallbackInput; hasGivenFactor: boolean }) {
  const plan = usePlan(input);
  if (plan === null) return <CallbackNotice state="processing" title="Finishing up" text="One moment..." />;
  if (plan.kind === 'post') return <PostAndClose {...plan} />;
  if (plan.kind === 'connect') return <ConnectHere {...plan} />;
  if (plan.kind === 'login') return <FinishLogin returnTo={hasGivenFactor ? plan.returnTo : '/app'} />;
  if (plan.kind === 'admin-consent') return plan.isGiven ? ADMIN_ALLOWED : ADMIN_REFUSED;
  return <FailAndLeave {...plan} />;
}

/** Returns what to do; null while a popup cut off from its opener checks whether the opener is still waiting. */
function usePlan(input: CallbackInput): CallbackPlan | null {
  const [plan, setPlan] = useState(() => {
    const isCutOff = readOauthState(input.state).isPopup === true && !hasOpener();
    return isCutOff ? null : planCallback(input, hasOpener());
  });
  const isPlanned = plan !== null;
  useEffect(() => {
    if (isPlanned) return;
    isAnyoneWaiting()
      .then((isWaiting) => setPlan((known) => known ?? planCallback(input, isWaiting)))
      .catch(reportError);
  }, [isPlanned, input]);
  return plan;
}

const FAILURE_DELAY_MS = 3000;
const CONNECTED_DELAY_MS = 1500;
const SIGNED_IN_DELAY_MS = 1000;

/** Connects the calendar without a popup, then returns to where the user came from. */
function ConnectHere({ provider, code, state, returnTo }: Extract<CallbackPlan, { kind: 'connect' }>) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A query, because its key ensures that a single-use code is sent once.
  const connect = useQuery({
    queryKey: ['connect-calendar', code],
    queryFn: () => {
      // Makes a reload show the outcome instead of sending the code again. Bypasses the router's history, since the
      // router would leave this screen.
      History.prototype.replaceState.call(window.history, window.history.state, '', returnTo);
      return postConnect({ provider, authCode: code, state });
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const delayMs = connect.isSuccess ? CONNECTED_DELAY_MS : connect.isError ? FAILURE_DELAY_MS : null;
  useDelayed(delayMs, () => {
    queryClient.removeQueries({ queryKey: integrationsQuery.queryKey });
    navigate({ href: returnTo, replace: true }).catch(reportError);
  });

  const name = providerName(provider);
  if (connect.isError) {
    const { title, detail } = failureNotice(connect.error, `Failed to connect ${name} calendar`);
    return <CallbackNotice state="error" title={title} text={detail ?? 'Taking you back...'} leaveTo={returnTo} />;
  }
  if (connect.isSuccess) {
    return <CallbackNotice state="success" title={`${name} Calendar connected`} text="Taking you back..." />;
  }
  return <CallbackNotice state="processing" title={`Connecting ${name} Calendar`} text="One moment..." />;
}

/** Finishes a login: continues to `returnTo` if there is a session; otherwise returns to the login page. */
function FinishLogin({ returnTo }: { returnTo: string }) {
  const navigate = useNavigate();
  const session = useQuery({ ...sessionQuery, staleTime: 0 });
  const isDone = session.isFetchedAfterMount && !session.isFetching;
  const isSignedIn = isDone && Boolean(session.data);
  useDelayed(isDone ? (isSignedIn ? SIGNED_IN_DELAY_MS : FAILURE_DELAY_MS) : null, () => {
    navigate({ href: isSignedIn ? returnTo : '/login', replace: true }).catch(reportError);
  });
  if (!isDone) return <CallbackNotice state="processing" title="Signing you in" text="One moment..." />;
  if (isSignedIn) return <CallbackNotice state="success" title="Signed in" text="Taking you to Foreword..." />;
  return (
    <CallbackNotice
      state="error"
      title="Authentication failed"
      text="Taking you back to the login page..."
      leaveTo="/login"
    />
  );
}

function FailAndLeave({ title, failure, goTo, afterMs }: Extract<CallbackPlan, { kind: 'fail' }>) {
  const navigate = useNavigate();
  // Left over from the failed sign-in.
  useEffect(clearPendingSync, []);
  useDelayed(afterMs, () => {
    if (goTo === null) window.close();
    else navigate({ href: goTo, replace: true }).catch(reportError);
  });
  return <CallbackNotice state="error" title={title} text={failure} leaveTo={goTo} />;
}

/** In a popup: posts the result to the opener and closes. */
function PostAndClose({ message, title, failure, closeAfterMs }: Extract<CallbackPlan, { kind: 'post' }>) {
  const [isStillOpen, setStillOpen] = useState(false);
  useEffect(() => postToOpener(message), [message]);
  useDelayed(closeAfterMs, () => {
    window.close();
    // Browsers may fail to close a popup that was cut off from its opener.
    setStillOpen(true);
  });
  if (failure !== null) return <CallbackNotice state="error" title={title} text={failure} />;
  const text = isStillOpen ? 'You can close this window.' : 'This window will close automatically.';
  return <CallbackNotice state="success" title="Done" text={text} />;
}

/**
 * Asks for the second factor after a social sign-in, in the popup if there is one.
 * @param methods from the URL, comma-separated
 */
function GiveFactor({ methods, onGiven }: { methods: string; onGiven: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <Heading title="Confirm it’s you" className="mt-8 font-serif text-title">
        Confirm it’s you
      </Heading>
      <p className="mt-2 mb-7 text-md text-ink2">Your account is protected by a second factor.</p>
      <FactorForm methods={readMethods(methods.split(','))} onGiven={onGiven} />
    </main>
  );
}

const ADMIN_ALLOWED = (
  <CallbackNotice
    state="success"
    title="Foreword is approved"
    text="Everyone in your organization can now connect their Outlook calendar. You can close this page."
  />
);
const ADMIN_REFUSED = (
  <CallbackNotice
    state="error"
    title="Not approved"
    text="Foreword was not approved for your organization. Open the link again to change that."
  />
);

type CallbackNoticeProps = {
  state: 'processing' | 'success' | 'error';
  title: string;
  text: string;
  /** Target of the link for users who do not want to wait; no link if null. */
  leaveTo?: string | null;
};

function CallbackNotice({ state, title, text, leaveTo = null }: CallbackNoticeProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <div className="mt-8 flex items-center gap-2.5">
        {state === 'processing' && <Spinner className="text-ink3" />}
        {state === 'success' && <CircleCheck size={20} className="text-success" aria-hidden="true" />}
        {state === 'error' && <CircleAlert size={20} className="text-danger" aria-hidden="true" />}
        <Heading title={title} className="font-serif text-title">
          {title}
        </Heading>
      </div>
      <p role={state === 'error' ? 'alert' : 'status'} className="mt-2 text-md text-ink2">
        {text}
      </p>
      {leaveTo !== null && (
        <p className="mt-5">
          <a href={leaveTo} className={buttonClass('secondary')}>
            {leaveTo === '/login' ? 'Back to login' : 'Go back now'}
          </a>
        </p>
      )}
    </main>
  );
}
