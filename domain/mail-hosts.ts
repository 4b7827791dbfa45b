/**
 * Public mailbox providers missing from `is-biz-mail`: mail services, internet providers, and hosts that forward mail to
 * members. Registrable domains, or hosts below a company's domain. Add one when most of its addresses belong to
 * customers rather than employees.
 */
export const MAIL_HOSTS: ReadonlySet<string> = new Set(
  `
  proton.me pm.me protonmail.com tutanota.com tutanota.de tuta.com tuta.io tutamail.com keemail.me hey.com duck.com mozmail.com appleid.com
  simplelogin.com zohomail.com zohomail.eu zohomail.in mailbox.org mailfence.com mailo.com thexyz.net openmailbox.org startmail.com skiff.com
  disroot.org riseup.net eclipso.eu eclipso.de ik.me msgsafe.io usa.net mail.fr mail.ch mail.lv mail.vu mail.kz mail.nu net-c.com net-c.fr netc.fr
  netc.eu windowslive.com rr.com my.com hackermail.net acm.org ieee.org alum.mit.edu

  posteo.de posteo.net posteo.org posteo.eu posteo.at posteo.be posteo.ch posteo.es posteo.nl posteo.pl posteo.uk
  online.de onlinehome.de 1und1.de unitybox.de directbox.com gmx-topmail.de uni.de addcom.de chello.at bluewin.ch hispeed.ch sunrise.ch swissonline.ch

  wanadoo.fr sfr.fr neuf.fr noos.fr bbox.fr numericable.fr cegetel.net club-internet.fr aliceadsl.fr chez.com
  tin.it fastwebnet.it mybox.it wanadoo.es terra.es ono.com skynet.be scarlet.be telepac.pt
  btinternet.com btopenworld.com btconnect.com sky.com virginmedia.com ntlworld.com blueyonder.co.uk talktalk.net plus.com force9.co.uk freeserve.co.uk
  o2.co.uk maxmail.co.uk england.edu ireland.com
  ziggo.nl kpnmail.nl planet.nl xs4all.nl home.nl upcmail.nl upc.nl casema.nl quicknet.nl telfort.nl telfortglasvezel.nl tele2.nl versatel.nl online.nl
  solcon.nl wxs.nl chello.nl vodafonethuis.nl zeelandnet.nl
  online.no chello.no losmail.no sensewave.com lyse.net tele2.no bbnett.no ebnett.no broadpark.no epost.no c2i.net netcom.no bredband.net comhem.se
  kolumbus.fi elisanet.fi inet.fi dnainternet.net jubiimail.dk e-mail.dk
  op.pl vp.pl onet.eu onet.com.pl opoczta.pl interia.eu autograf.pl spoko.pl zzz.pl volny.cz zoznam.sk drotposta.hu vipmail.hu t-online.hu chello.hu
  inbox.lt one.lv email.ee online.ee in.gr otenet.gr superonline.com
  i.ua email.ua box.ua 3g.ua myrambler.ru autorambler.ru e-mail.ru mail2k.ru supermail.ru vipmail.ru nextmail.ru xaker.ru chat.ru

  docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp softbank.jp nifty.com nifty.ne.jp ocn.ne.jp biglobe.ne.jp so-net.ne.jp plala.or.jp dion.ne.jp dti.ne.jp
  auone-net.jp asahi-net.or.jp eonet.ne.jp commufa.jp hi-ho.ne.jp odn.ne.jp odn.ad.jp infoweb.ne.jp t-com.ne.jp ybb.ne.jp zaq.ne.jp home.ne.jp
  mopera.net emobile.ne.jp ymobile.ne.jp uqmobile.jp rakumail.jp megaegg.ne.jp kcn.ne.jp tiki.ne.jp pikara.ne.jp bbiq.jp willcom.com pdx.ne.jp
  kakao.com hanmir.com korea.com dreamwiz.com chol.com paran.com freechal.com netsgo.com hananet.net unitel.co.kr hinet.net
  eyou.com wo.com.cn citiz.net msn.cn rediff.com ttml.co.in

  earthlink.net mindspring.com cox.net verizon.net sbcglobal.net pacbell.net swbell.net ameritech.net snet.net prodigy.net attglobal.net optonline.net
  roadrunner.com adelphia.net windstream.net centurytel.net qwest.net frontier.com tds.net wowway.com rcn.com mchsi.com hughes.net cableone.net ptd.net
  fuse.net hawaiiantel.net zoominternet.net suddenlink.net clearwire.net bresnan.net insightbb.com citlink.net columbusrr.com twcny.com comporium.net
  rogers.com shaw.ca bell.net sympatico.ca telus.net videotron.ca
  terra.com terra.com.br terra.com.ar terra.cl zip.net uol.com.co uol.com.mx uol.com.ve prodigy.net.mx riopreto.com.br globomail.com
  optusnet.com.au iinet.net.au internode.on.net tpg.com.au adam.com.au dodo.com.au westnet.com.au ozemail.com.au iprimus.com.au aapt.net.au exemail.com.au
  netspace.net.au bigpond.com.au bigpond.net.au bigpond.net virginbroadband.com.au clear.net.nz zahav.net.il intermail.co.il walla.com nana10.co.il
  hotmail.com.ar hotmail.com.br hotmail.com.mx hotmail.com.tr gmail.com.br
  `
    .trim()
    .split(/\s+/),
);
