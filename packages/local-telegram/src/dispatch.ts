import type { Calls } from "./calls.ts";
import type { Faults } from "./faults.ts";
import { findMethod } from "./methods/index.ts";
import type { Arguments, Context, Method } from "./methods/method.ts";
import type { Fault } from "./protocol.ts";
import { Refusal, type RefusalParameters, tooManyRequests } from "./rules/refusal.ts";

export interface Call {
	method: string;
	given: Arguments;
	/** As the bot sent them, for the log of calls. */
	shown: Record<string, unknown>;
}

/** If `cut` is set, the server destroys the connection and sends no answer. */
export interface Answer {
	status: number;
	body: AnswerBody;
	cut?: true;
}

type AnswerBody =
	| { ok: true; result: unknown }
	| { ok: false; error_code: number; description: string; parameters?: RefusalParameters };

export interface DispatchDeps {
	context: Omit<Context, "notes" | "gone">;
	calls: Calls;
	faults: Faults;
}

/**
 * Applies planned faults. Never throws: it converts errors to answers. The signal `gone` aborts when the caller
 * disconnects.
 */
export function createDispatch({ context, calls, faults }: DispatchDeps) {
	return async function dispatch(call: Call, gone: AbortSignal): Promise<Answer> {
		const found = findMethod(call.method);
		const record = calls.begin(found?.name ?? call.method, call.shown);
		const fault = faults.take(call.method);
		const delay = fault?.delay;
		if (delay !== undefined) await new Promise<void>((resolve) => void context.clock.after(delay, resolve));
		const injected = fault === undefined ? undefined : injectedAnswer(fault);
		if (injected !== undefined) {
			record.end({ status: injected.status, description: descriptionOf(injected) ?? "cut", fault: true });
			return injected;
		}
		for (const name of unknownParams(found?.method, call.given)) record.odd(`unknown parameter "${name}"`);
		const notes = {
			strange: record.odd,
			warn: (message: string) => context.log.warn({ method: call.method }, message),
		};
		const answer = await run({ ...context, notes, gone }, found?.method, call);
		const description = descriptionOf(answer);
		record.end({ status: answer.status, ...(description === undefined ? {} : { description }) });
		return fault?.cut === "after" ? { ...answer, cut: true } : answer;
	};
}

export type Dispatch = ReturnType<typeof createDispatch>;

function injectedAnswer(fault: Fault): Answer | undefined {
	if (fault.cut === "before") return { ...refused(new Refusal(500, "Internal Server Error")), cut: true };
	if (fault.status === undefined) return undefined;
	if (fault.status === 429) return refused(tooManyRequests(fault.retryAfter ?? 1));
	return refused(new Refusal(fault.status, fault.description ?? "Internal Server Error"));
}

async function run(context: Context, method: Method | undefined, call: Call): Promise<Answer> {
	try {
		if (method === undefined) throw new Refusal(404, "Not Found: method not found");
		return { status: 200, body: { ok: true, result: await method.run(context, call.given) } };
	} catch (error) {
		if (error instanceof Refusal) return refused(error);
		context.log.error({ error, method: call.method }, "a method of the local Telegram failed");
		return refused(new Refusal(500, "Internal Server Error"));
	}
}

export function refused({ status, message, parameters }: Refusal): Answer {
	const body = { ok: false, error_code: status, description: message } as const;
	return { status, body: Object.keys(parameters).length === 0 ? body : { ...body, parameters } };
}

function descriptionOf({ body }: Answer): string | undefined {
	return body.ok ? undefined : body.description;
}

function unknownParams(method: Method | undefined, given: Arguments): string[] {
	if (method === undefined) return [];
	// Only text parameters are checked here. The field of an attached file may have any name.
	return [...given.values.keys()].filter((name) => !method.params.includes(name));
}
