import { findAddressChange, undoAddressChange } from '#api/commands/stop-address-change.ts';
import { route } from '#api/route.ts';
import { getAddressChange, stopAddressChange } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';

/** Handles the link emailed to the old address, which works whether or not the change has been confirmed. */
export const stopAddressChangeRoutes = [
  route(getAddressChange, async ({ context, query: { token } }) => {
    const { change } = await findAddressChange(context, hashToken(token));
    return change;
  }),
  route(stopAddressChange, async ({ context, request, body: { token } }) => {
    const { email, isMoved, isContested, isLocked } = await undoAddressChange(context, request, hashToken(token));
    if (isLocked) {
      const { supportEmail } = context.config;
      const where = isContested ? '' : `Your account uses ${email}. `;
      return { message: `${where}Nobody can sign in until we unlock it: please write to ${supportEmail}.` };
    }
    const message = isMoved
      ? `Your account uses ${email} again. Every device is signed out, and the old password and Google sign-in no longer work. Set a new password now.`
      : 'The change is cancelled and every device is signed out. If you didn’t request it, reset your password now.';
    return { message };
  }),
];
