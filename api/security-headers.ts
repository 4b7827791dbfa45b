import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { TURNSTILE_URL } from '#providers/bot-check/turnstile.ts';
import type { ApiConfig } from './config.ts';

/**
 * Anyone with the URL of a shared briefing can read it, so search engines must not list it, and referrers must not leak
 * it.
 */
const SHARED_PATH = /^\/(?:briefing|api\/shared)\//i;

/**
 * Sets the content security policy and related headers. Only `/auth/callback` relaxes the opener policy: otherwise a
 * popup returning from the consent page would lose the window it reports to.
 */
export function securityHeaders(config: ApiConfig): RequestHandler {
  const turnstile = new URL(config.turnstile.baseUrl ?? TURNSTILE_URL).origin;
  const video = config.demoVideoUrl === null ? [] : [new URL(config.demoVideoUrl).origin];
  const policies = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", turnstile],
        // Overlays and toasts set styles from script.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(config.turnstile.baseUrl === null ? [] : [turnstile])],
        frameSrc: ["'self'", turnstile, ...video],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(config.isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: config.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  return (request, response, next) => {
    policies(request, response, (error?: unknown) => {
      if (request.path === '/auth/callback') response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
      if (SHARED_PATH.test(request.path)) {
        response.setHeader('Referrer-Policy', 'no-referrer');
        response.setHeader('X-Robots-Tag', 'noindex, nofollow, noarchive');
      }
      next(error);
    });
  };
}
