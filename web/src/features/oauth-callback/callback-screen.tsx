import { useState } from 'react';
import { hasOpener } from '#web/auth/oauth-message.ts';
import { ConnectHere } from './connect-here.tsx';
import { FailAndLeave } from './fail-and-leave.tsx';
import { FinishLogin } from './finish-login.tsx';
import { GiveFactor } from './give-factor.tsx';
import { type CallbackInput, planCallback } from './plan-callback.ts';
import { PostAndClose } from './post-and-close.tsx';

/** Handles the return from a consent page, after asking for the second factor if needed. */
export function CallbackScreen(input: CallbackInput) {
  const [isGiven, setGiven] = useState(false);
  const isAsked = input.factor !== undefined && input.error === undefined && !isGiven;
  if (isAsked) return <GiveFactor methods={input.factor ?? ''} onGiven={() => setGiven(true)} />;
  return <PlannedCallback input={input} hasGivenFactor={isGiven} />;
}

function PlannedCallback({ input, hasGivenFactor }: { input: CallbackInput; hasGivenFactor: boolean }) {
  const [plan] = useState(() => planCallback(input, hasOpener()));
  if (plan.kind === 'post') return <PostAndClose {...plan} />;
  if (plan.kind === 'connect') return <ConnectHere {...plan} />;
  if (plan.kind === 'login') return <FinishLogin returnTo={hasGivenFactor ? plan.returnTo : '/app'} />;
  return <FailAndLeave {...plan} />;
}
