import { askingMailProviders } from "./asking-mail.ts";
import { keys, mail, mx, type Provider, spf, txt } from "./provider.ts";

/** Mail providers. The last template is for a domain without mail. */
export const mailProviders: readonly Provider[] = [
	...askingMailProviders,
	mail(
		["fastmail", "Fastmail", "https://www.fastmail.help/hc/en-us/articles/360060591153", "2026-11"],
		mx(10, "in1-smtp.messagingengine.com"),
		mx(20, "in2-smtp.messagingengine.com"),
		spf("include:spf.messagingengine.com ?all"),
		...keys(["fm1", "fm2", "fm3"], "{key}.{domain}.dkim.fmhosted.com"),
	),
	mail(
		[
			"hostinger",
			"Hostinger",
			"https://www.hostinger.com/support/1583673-what-is-the-spf-record-for-hostinger-email/",
			"2026-11",
		],
		mx(5, "mx1.hostinger.com"),
		mx(10, "mx2.hostinger.com"),
		spf("include:_spf.mail.hostinger.com ~all"),
		...keys(["hostingermail-a", "hostingermail-b", "hostingermail-c"], "{key}.dkim.mail.hostinger.com"),
	),
	mail(
		[
			"ovh",
			"OVHcloud",
			"https://help.ovhcloud.com/csm/en-dns-spf-record?id=kb_article_view&sysparm_article=KB0051705",
			"2026-11",
		],
		mx(1, "mx1.mail.ovh.net"),
		mx(5, "mx2.mail.ovh.net"),
		mx(100, "mx3.mail.ovh.net"),
		spf("include:mx.ovh.com ~all"),
	),
	mail(
		[
			"ionos-us",
			"IONOS (USA)",
			"https://www.ionos.com/help/domains/configuring-mail-servers-and-other-related-records/using-an-spf-record-to-prevent-spam/",
			"2026-11",
		],
		mx(10, "mx00.ionos.com"),
		mx(10, "mx01.ionos.com"),
		spf("include:_spf-us.ionos.com ~all"),
	),
	mail(
		["gandi", "Gandi", "https://docs.gandi.net/en/domain_names/common_operations/dns_records.html", "2026-11"],
		mx(10, "spool.mail.gandi.net"),
		mx(50, "fb.mail.gandi.net"),
		spf("include:_mailcust.gandi.net ?all"),
		...keys(["gm1", "gm2", "gm3"], "{key}.gandimail.net"),
	),
	mail(
		[
			"mailbox-org",
			"mailbox.org",
			"https://kb.mailbox.org/en/private/custom-domains/using-e-mails-with-a-custom-domain",
			"2026-11",
		],
		mx(10, "mxext1.mailbox.org"),
		mx(10, "mxext2.mailbox.org"),
		mx(20, "mxext3.mailbox.org"),
		spf("include:mailbox.org ~all"),
		...keys(["MBO0001", "MBO0002", "MBO0003", "MBO0004"], "{key}._domainkey.mailbox.org"),
	),
	mail(
		["runbox", "Runbox", "https://help.runbox.com/runbox-spf/", "2026-11"],
		mx(10, "mx.runbox.com"),
		spf("include:spf.runbox.com -all"),
	),
	mail(
		["improvmx", "ImprovMX", "https://improvmx.com/guides/configure-your-dns/", "2026-11"],
		mx(10, "mx1.improvmx.com"),
		mx(20, "mx2.improvmx.com"),
		spf("include:spf.improvmx.com ~all"),
		...keys(["dkimprovmx1", "dkimprovmx2"], "{key}.improvmx.com"),
	),
	mail(
		["no-mail", "No mail at all", "https://www.rfc-editor.org/rfc/rfc7505", "2026-11"],
		mx(0, "."),
		spf("-all"),
		txt("v=DMARC1; p=reject", "_dmarc"),
	),
];
