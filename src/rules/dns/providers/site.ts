import { a, aaaa, asks, cname, type Provider, site } from "./provider.ts";

/** Website providers. Those that ask for the name of an account or project follow the others. */
export const siteProviders: readonly Provider[] = [
	site(
		["shopify", "Shopify", "https://help.shopify.com/manual/domains"],
		a("23.227.38.65"),
		cname("www", "shops.myshopify.com"),
	),
	site(
		["wordpress", "WordPress.com", "https://wordpress.com/support/domains/"],
		a("192.0.78.24"),
		a("192.0.78.25"),
		cname("www", "{domain}"),
	),
	site(
		["squarespace", "Squarespace", "https://support.squarespace.com/"],
		...["198.185.159.144", "198.185.159.145", "198.49.23.144", "198.49.23.145"].map(a),
		cname("www", "ext-cust.squarespace.com"),
	),
	site(["webflow", "Webflow", "https://help.webflow.com/"], a("198.202.211.1"), cname("www", "cdn.webflow.com")),
	site(
		["framer", "Framer", "https://www.framer.com/help/"],
		a("31.43.160.6"),
		a("31.43.161.6"),
		cname("www", "sites.framer.app"),
	),
	site(
		["blogger", "Blogger", "https://support.google.com/blogger/answer/1233387"],
		...[32, 34, 36, 38].map((net) => a(`216.239.${net}.21`)),
		cname("www", "ghs.google.com"),
	),
	site(["tumblr", "Tumblr", "https://help.tumblr.com/"], a("66.6.44.4"), cname("www", "domains.tumblr.com")),
	site(
		["vercel", "Vercel", "https://vercel.com/docs/domains/set-up-custom-domain"],
		a("76.76.21.21"),
		cname("www", "cname.vercel-dns-0.com"),
	),
	asks(
		"account",
		site(
			[
				"github",
				"GitHub Pages",
				"https://docs.github.com/pages/configuring-a-custom-domain-for-your-github-pages-site",
			],
			...[108, 109, 110, 111].map((net) => a(`185.199.${net}.153`)),
			...[8000, 8001, 8002, 8003].map((net) => aaaa(`2606:50c0:${net}::153`)),
			cname("www", "{account}.github.io"),
		),
	),
	asks(
		"account",
		site(
			["gitlab", "GitLab Pages", "https://docs.gitlab.com/user/project/pages/custom_domains_ssl_tls_certification/"],
			a("35.185.44.232"),
			cname("www", "{account}.gitlab.io"),
		),
	),
	asks(
		"account",
		site(
			["netlify", "Netlify", "https://docs.netlify.com/domains/configure-domains/configure-external-dns"],
			a("75.2.60.5"),
			cname("www", "{account}.netlify.app"),
		),
	),
	asks(
		"account",
		site(
			["render", "Render", "https://render.com/docs/custom-domains"],
			a("216.24.57.1"),
			cname("www", "{account}.onrender.com"),
		),
	),
];
