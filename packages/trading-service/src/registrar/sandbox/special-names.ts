/** Source: docs/service.md, "Sandbox registry". */
export const specialPrefixes = {
	taken: "taken-",
	/** The registrar fails and does nothing. */
	fails: "provider-error-",
	/** The registrar executes the order but does not answer. The call throws after five seconds. */
	timesOut: "provider-timeout-",
	/** The registrar answers after three seconds. */
	slow: "slow-",
	/** Monitoring blocks the domain one minute after its registration. */
	blocked: "blocked-",
} as const;

/** They are taken under every TLD. */
const wellKnown = new Set(
	`adobe airbnb alibaba amazon apple bbc bing booking cloudflare cnn debian dropbox ebay facebook github
	gitlab gmail google ibm ikea instagram intel linkedin mastercard meta microsoft mozilla netflix nvidia
	openai oracle paypal pinterest reddit samsung spotify telegram tesla twitter uber visa whatsapp wikipedia
	yahoo yandex youtube`.split(/\s+/),
);

export function isSpecial(name: string, kind: keyof typeof specialPrefixes): boolean {
	return name.startsWith(specialPrefixes[kind]);
}

export function isTakenFromTheStart(name: string): boolean {
	return isSpecial(name, "taken") || wellKnown.has(name.split(".")[0] ?? "");
}
