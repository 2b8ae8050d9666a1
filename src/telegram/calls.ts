import type { Clock } from "./clock.ts";
import type { CallView, RefusalView } from "./protocol.ts";

const keptCalls = 2000;

/** Matches a secret in a text: a bot's token, or a token or webhook secret of the service. */
const secret = /\b(?:dts_|whsec_)[\w-]{8,}|(?<!\d)\d{5,}:[\w-]{30,}/g;

/** Records the bot's calls, for the page and for tests. */
export function createCalls(clock: Clock, token: string) {
	const calls: CallView[] = [];
	const refusals: RefusalView[] = [];
	let count = 0;

	const shown = (params: Record<string, unknown>): Record<string, unknown> => {
		const text = JSON.stringify(params).replaceAll(token, "[token]").replaceAll(secret, "[masked]");
		// `params` is an object, so the parsed result is one too.
		return JSON.parse(text) as Record<string, unknown>;
	};

	return {
		calls,
		refusals,
		begin(method: string, params: Record<string, unknown>) {
			const call = { n: ++count, at_ms: clock.now(), method, params: shown(params) };
			return {
				/** Records an accepted call with something odd in it. A test that did not expect this fails. */
				odd(description: string): void {
					refusals.push({ ...call, description });
				},
				end(answer: { status: number; description?: string; fault?: boolean }): void {
					const { status, description, fault } = answer;
					const ok = status === 200;
					calls.push({
						...call,
						status,
						ok,
						...(description === undefined ? {} : { description }),
						...(fault === true ? { fault: true } : {}),
						ms: clock.now() - call.at_ms,
					});
					if (calls.length > keptCalls) calls.splice(0, calls.length - keptCalls);
					if (!ok && fault !== true) refusals.push({ ...call, description: description ?? String(status) });
				},
			};
		},
	};
}

export type Calls = ReturnType<typeof createCalls>;
