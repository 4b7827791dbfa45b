import { describe, expect, test } from 'vitest';
import { classifyMeeting } from '#domain/classify-meeting.ts';
import { companyDomainOf, initialCompanyDomain } from '#domain/company-domain.ts';
import { registrableDomain } from '#domain/registrable-domain.ts';
import { routingForms, TENANT_SUFFIXES } from '#domain/tenant-domains.ts';

/** Suffixes from the private section of the Public Suffix List, under which customers register names. */
const PRIVATE_SUFFIXES = `
  github.io gitlab.io blogspot.com myshopify.com herokuapp.com netlify.app vercel.app pages.dev workers.dev web.app firebaseapp.com appspot.com
  cloudfunctions.net azurewebsites.net azurestaticapps.net cloudapp.net trafficmanager.net awsapps.com amplifyapp.com elasticbeanstalk.com
  s3.amazonaws.com wixsite.com wpenginepowered.com webflow.io onrender.com fly.dev repl.co replit.app surge.sh readthedocs.io gitbook.io notion.site
  framer.app framer.website framer.media carrd.co square.site dyndns.org no-ip.org duckdns.org ddns.net hopto.org zapto.org myftp.org sytes.net
  servebeer.com dynv6.net freeddns.org now-dns.net ngrok.io ngrok.app ngrok-free.app cloudflare.net global.ssl.fastly.net ondigitalocean.app eu.com
  us.com uk.com de.com co.com gb.net uk.net se.net in.net com.de za.com ru.com cn.com br.com jpn.com sa.com mex.com co.nl co.no co.ca africa.com
  gr.com jp.net hu.net priv.at eu.org int.eu.org asso.eu.org de.eu.org myds.me synology.me diskstation.me i234.me dscloud.me familyds.com mydns.jp
  bitbucket.io hasura.app streamlit.app streamlitapp.com hf.space deno.dev lovable.app bolt.host my.canva.site figma.site cyon.link cyon.site
  homeip.net selfip.com dnsalias.com homelinux.org zeabur.app lima-city.de my-gateway.de bplaced.net square7.ch shopware.store myspreadshop.com
`
  .trim()
  .split(/\s+/);

describe('customers under a shared suffix are separate companies', () => {
  test('with at least a hundred private suffixes listed', () => {
    expect(new Set(PRIVATE_SUFFIXES).size).toBeGreaterThanOrEqual(100);
  });

  test.each([...PRIVATE_SUFFIXES, ...TENANT_SUFFIXES])('%s', (suffix) => {
    expect(registrableDomain(`mail.fabrikam.${suffix}`)).toBe(`fabrikam.${suffix}`);
    expect(registrableDomain(`contoso.${suffix}`)).toBe(`contoso.${suffix}`);
    const dana = {
      name: null,
      responseStatus: 'accepted',
      isOrganizer: false,
      isSelf: true,
      isResource: false,
    } as const;
    const { meetingType, externalDomains } = classifyMeeting({
      attendees: [
        { ...dana, email: `dana@fabrikam.${suffix}` },
        { ...dana, email: `sam@fabrikam.${suffix}`, isSelf: false },
        { ...dana, email: `ines@contoso.${suffix}`, isSelf: false },
      ],
      organizerEmail: null,
      attendeesOmitted: false,
      ownDomains: [`fabrikam.${suffix}`],
      ownAddresses: [`dana@fabrikam.${suffix}`],
      excludedDomains: [],
    });
    expect({ meetingType, externalDomains }).toEqual({ meetingType: 'mixed', externalDomains: [`contoso.${suffix}`] });
  });
});

test.each([
  ['fabrikam.mail.onmicrosoft.com', 'fabrikam.onmicrosoft.com'],
  ['fabrikam.mail.partner.onmschina.cn', 'fabrikam.partner.onmschina.cn'],
  ['fabrikam.com.test-google-a.com', 'fabrikam.com'],
  ['onmicrosoft.com', 'onmicrosoft.com'],
  ['notonmicrosoft.com', 'notonmicrosoft.com'],
])('%s belongs to %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
  expect(routingForms(domain)).toContain(host);
});

test('a public mailing-list host is not a company', () => {
  expect(companyDomainOf('googlegroups.com')).toBeNull();
  expect(companyDomainOf('groups.google.com')).toBeNull();
  expect(companyDomainOf('eu.brightwater.test')).toBe('brightwater.test');
  expect(initialCompanyDomain('team@googlegroups.com')).toBeNull();
});
