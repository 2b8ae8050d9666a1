/** First labels by which a sandbox name asks for trouble. Source: docs/service.md, "Sandbox registry". */
export const specialPrefixes = {
	/** Registered by somebody else. */
	taken: "taken-",
	/** The registry answers with a failure and does nothing. */
	fails: "provider-error-",
	/** The registry does it, but its answer does not come in time. */
	timesOut: "provider-timeout-",
	/** The registry takes its time. */
	slow: "slow-",
	/** Monitoring blocks the domain a minute after its registration. */
	blocked: "blocked-",
} as const;

/** Names that everybody knows, taken in every zone. */
const wellKnown = new Set([
	"adobe",
	"airbnb",
	"alibaba",
	"amazon",
	"apple",
	"bbc",
	"bing",
	"booking",
	"cloudflare",
	"cnn",
	"debian",
	"dropbox",
	"ebay",
	"facebook",
	"github",
	"gitlab",
	"gmail",
	"google",
	"ibm",
	"ikea",
	"instagram",
	"intel",
	"linkedin",
	"mastercard",
	"meta",
	"microsoft",
	"mozilla",
	"netflix",
	"nvidia",
	"openai",
	"oracle",
	"paypal",
	"pinterest",
	"reddit",
	"samsung",
	"spotify",
	"telegram",
	"tesla",
	"twitter",
	"uber",
	"visa",
	"whatsapp",
	"wikipedia",
	"yahoo",
	"yandex",
	"youtube",
]);

/** Whether the first label of a name has this meaning. */
export function isSpecial(name: string, kind: keyof typeof specialPrefixes): boolean {
	return name.startsWith(specialPrefixes[kind]);
}

/** Whether a name was somebody else's before the sandbox began. */
export function isTakenFromTheStart(name: string): boolean {
	return isSpecial(name, "taken") || wellKnown.has(name.split(".")[0] ?? "");
}
