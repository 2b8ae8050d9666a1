import { a, aaaa, account, asks, cname, type Provider, proof, site, txt } from "./provider.ts";

/** Those that ask for the name of an account or project come last. */
export const siteProviders: readonly Provider[] = [
	site(
		[
			"shopify",
			"Shopify",
			"https://help.shopify.com/en/manual/domains/add-a-domain/connecting-domains/connect-domain-manual",
			"2026-11",
		],
		a("23.227.38.65"),
		cname("www", "shops.myshopify.com"),
	),
	site(
		["wordpress", "WordPress.com", "https://wordpress.com/support/domains/map-existing-domain/", "2026-11"],
		a("192.0.78.24"),
		a("192.0.78.25"),
		cname("www", "{domain}"),
	),
	site(
		["squarespace", "Squarespace", "https://support.squarespace.com/hc/en-us/articles/205812378", "2026-11"],
		...["198.185.159.144", "198.185.159.145", "198.49.23.144", "198.49.23.145"].map(a),
		cname("www", "ext-cust.squarespace.com"),
	),
	asks(
		site(
			["webflow", "Webflow", "https://help.webflow.com/hc/en-us/articles/33961239562387", "2026-11"],
			a("198.202.211.1"),
			cname("www", "cdn.webflow.com"),
			txt("{proof}", "_webflow"),
		),
		proof("one-time-verification=", "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}"),
	),
	site(
		["framer", "Framer", "https://www.framer.com/help/articles/how-to-connect-a-custom-domain/", "2026-11"],
		a("31.43.160.6"),
		a("31.43.161.6"),
		cname("www", "sites.framer.app"),
	),
	site(
		["blogger", "Blogger", "https://support.google.com/blogger/answer/1233387", "2026-11"],
		...[32, 34, 36, 38].map((net) => a(`216.239.${net}.21`)),
		cname("www", "ghs.google.com"),
	),
	site(
		["tumblr", "Tumblr", "https://help.tumblr.com/custom-domains/", "2026-11"],
		a("66.6.44.4"),
		cname("www", "domains.tumblr.com"),
	),
	site(
		["vercel", "Vercel", "https://vercel.com/docs/domains/set-up-custom-domain", "2026-11"],
		a("76.76.21.21"),
		cname("www", "cname.vercel-dns-0.com"),
	),
	site(
		[
			"wix",
			"Wix",
			"https://support.wix.com/en/article/connecting-a-domain-to-wix-using-the-pointing-method",
			"2026-11",
		],
		a("185.230.63.107"),
		cname("www", "pointing.wixdns.net"),
	),
	site(
		["sourcehut", "SourceHut", "https://srht.site/custom-domains", "2026-11"],
		a("46.23.81.157"),
		aaaa("2a03:6000:1813:1337::157"),
		cname("www", "pages.sr.ht"),
	),
	asks(
		site(
			[
				"github",
				"GitHub Pages",
				"https://docs.github.com/pages/configuring-a-custom-domain-for-your-github-pages-site",
				"2026-11",
			],
			...[108, 109, 110, 111].map((net) => a(`185.199.${net}.153`)),
			...[8000, 8001, 8002, 8003].map((net) => aaaa(`2606:50c0:${net}::153`)),
			cname("www", "{account}.github.io"),
			txt("{proof}", "_github-pages-challenge-{account}"),
		),
		account,
		proof("", "[\\da-f]{20,}", "9f2c…"),
	),
	asks(
		site(
			[
				"gitlab",
				"GitLab Pages",
				"https://docs.gitlab.com/user/project/pages/custom_domains_ssl_tls_certification/",
				"2026-11",
			],
			a("35.185.44.232"),
			cname("www", "{account}.gitlab.io"),
			txt("{proof}", "_gitlab-pages-verification-code"),
		),
		account,
		proof("gitlab-pages-verification-code=", "[\\da-f]{20,}"),
	),
	asks(
		site(
			["netlify", "Netlify", "https://docs.netlify.com/domains/configure-domains/configure-external-dns", "2026-11"],
			a("75.2.60.5"),
			cname("www", "{account}.netlify.app"),
		),
		account,
	),
	asks(
		site(
			["render", "Render", "https://render.com/docs/configure-other-dns", "2026-11"],
			a("216.24.57.1"),
			cname("www", "{account}.onrender.com"),
		),
		account,
	),
	asks(
		site(
			[
				"cloudflare-pages",
				"Cloudflare Pages",
				"https://developers.cloudflare.com/pages/configuration/custom-domains/",
				"2026-11",
			],
			cname("www", "{account}.pages.dev"),
		),
		account,
	),
	asks(
		site(
			["firebase", "Firebase Hosting", "https://firebase.google.com/docs/hosting/custom-domain", "2026-11"],
			a("199.36.158.100"),
			txt("hosting-site={account}"),
			cname("www", "{account}.web.app"),
		),
		account,
	),
];
