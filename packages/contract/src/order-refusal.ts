/** `{…}` marks a value. */
const sentences = {
	edge_missing: "There is no edge profile {key}.",
	edge_off: "The edge profile {key} is disabled.",
	edge_zone: "The edge profile {key} is not meant for {zone}.",
	preset_missing: "There is no nameserver preset {key}.",
	too_far: "{domain} would expire more than {years} years from now.",
} as const;

export type OrderRefusal = keyof typeof sentences;
type Parts = Readonly<Record<string, string>>;

export function orderSentence(refusal: OrderRefusal, parts: Parts): string {
	return sentences[refusal].replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
}

const patterns = Object.entries(sentences).map(([refusal, sentence]) => {
	const pattern = sentence.replace(/[.]/g, String.raw`\.`).replace(/\{(\w+)\}/g, String.raw`(?<$1>\S+)`);
	return { refusal, pattern: new RegExp(`^${pattern}$`) };
});

/** The caller can then word the service's message differently. */
export function readOrderSentence(text: string): { refusal: string; parts: Parts } | undefined {
	for (const { refusal, pattern } of patterns) {
		const found = pattern.exec(text);
		if (found) return { refusal, parts: { ...found.groups } };
	}
	return undefined;
}
