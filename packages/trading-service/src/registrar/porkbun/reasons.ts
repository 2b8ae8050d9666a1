import type { Declined } from "../declined.ts";

/** The registrar's codes for an order that it did not execute, in sentences for people. */
export function declinedBy(
	code: string | null,
	text: string,
	{ domain, zone }: { domain: string; zone: string },
): Declined {
	switch (code) {
		case "DOMAIN_NOT_AVAILABLE":
			return { reason: "taken", message: `${domain} is taken.` };
		case "INSUFFICIENT_FUNDS":
			return { reason: "no_funds", message: `Your credit at Porkbun does not cover ${domain}. Nothing was charged.` };
		case "SPEND_LIMIT_EXCEEDED":
			return { reason: "no_funds", message: overLimit(domain) };
		case "TLD_NOT_SUPPORTED":
			return { reason: "not_sold", message: websiteOnly(zone) };
		case "PREMIUM_DOMAIN":
			return { reason: "invalid", message: `${domain} is a premium name: Porkbun sells it only on its website.` };
		case "API_ACCESS_DISABLED":
			return { reason: "invalid", message: noAccess(domain) };
		case "RENEWAL_TOO_SOON":
			return { reason: "invalid", message: `Porkbun renews ${domain} by API only 30 days after its last order.` };
		case "ACCOUNT_NOT_VERIFIED":
			return {
				reason: "invalid",
				message: "Porkbun asks you to verify the account's e-mail and phone on its website.",
			};
		case "NO_EARLIER_ORDER":
			return { reason: "invalid", message: "Porkbun takes the first order of an account only on its website." };
		default:
			return { reason: "invalid", message: `Porkbun refused ${domain}: ${text}` };
	}
}

export function websiteOnly(zone: string): string {
	return `Porkbun does not take registrations of ${zone} by API: register it on its website.`;
}

export function noAccess(domain: string): string {
	return `${domain} is closed to Porkbun's API: turn on API Access for it on Porkbun's website.`;
}

export function overLimit(domain: string, now = new Date()): string {
	const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
	return `${domain} would exceed your monthly API limit at Porkbun. It starts again on ${dayOf(next)} (UTC). Nothing was charged.`;
}

export function dayOf(date: Date): string {
	return date.toISOString().slice(0, 10);
}

/** Never before the time. */
export function minuteOf(date: Date): string {
	const minute = new Date(Math.ceil(date.getTime() / 60_000) * 60_000);
	return `${minute.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function usd(cents: number): string {
	return `$${(cents / 100).toFixed(2)}`;
}
