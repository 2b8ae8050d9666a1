import type { Log } from "@domains/kit/log.ts";
import type { RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { ZodError } from "zod";
import type { Actions, Refusal } from "../actions/index.ts";
import type { ProgramMandate } from "../actions/program/mandates.ts";
import type { Gate } from "./gate.ts";
import { type ProgramOperation, programOperations } from "./operations.ts";
import { type DoorCode, refusalTexts } from "./refusals.ts";

export interface DoorDeps {
	program: Actions["program"];
	log: Log;
	gate: Gate;
	rateLimiter: Pick<RateLimiter, "acquire">;
}

export interface Refused {
	kind: "refused";
	code: Refusal | DoorCode;
	message: string;
	status: number;
	retryAfterSeconds?: number;
}

export type Entered = { kind: "entered"; mandate: ProgramMandate } | Refused;

/** A program's own limit: on average five calls a second, and twenty at once. */
const limit = { everyMs: 200, burst: 20 };

export function refused(code: Refusal | DoorCode, detail?: string): Refused {
	const { status, message } = refusalTexts[code];
	return { kind: "refused", code, status, message: detail === undefined ? message : `${message} ${detail}` };
}

/** A caller that is refused repeats its call after this time. */
const waitSeconds = 5;

function busy(retryAfterSeconds: number): Refused {
	return { ...refused("rate_limited"), retryAfterSeconds };
}

interface Caller {
	authorization: string | undefined;
	address: string;
}

/** Lets a program in by its `Authorization` header. No message repeats the header. */
export async function enter(deps: DoorDeps, { authorization, address }: Caller): Promise<Entered> {
	const [, token = ""] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
	if (!deps.gate.admits({ token, address }, Date.now())) return busy(1);
	const found = await deps.program.authenticate({ token });
	if (found.kind !== "mandate") return refused(found.kind === "ended" ? "ended" : "unauthorized");
	deps.gate.remember(token);
	const { mandate } = found;
	const permit = await deps.rateLimiter.acquire([{ key: `program:${mandate.id}`, ...limit }]);
	if (permit.go) return { kind: "entered", mandate };
	return busy(Math.max(1, Math.ceil(permit.waitMs / 1_000)));
}

export function operationNamed(name: string): ProgramOperation | undefined {
	return programOperations.find((each) => each.name === name);
}

/** Parses the input, runs the operation and returns its result. No answer contains an error from inside the bot. */
export async function callAs(
	{ program, log, gate }: DoorDeps,
	caller: Entered,
	operation: ProgramOperation,
	input: unknown,
): Promise<{ kind: "ok"; result: Record<string, unknown> } | Refused> {
	if (caller.kind === "refused") return caller;
	const { mandate } = caller;
	const parsed = operation.input.safeParse(input);
	if (!parsed.success) {
		return refused("validation_error", problemOf(parsed.error));
	}
	try {
		const work = () => operation.run(program, mandate, parsed.data);
		const result = await (operation.isStored ? work() : gate.inTurn(mandate.accountId, work));
		if (!result) return busy(waitSeconds);
		return isRefused(result) ? refused(result.code) : { kind: "ok", result };
	} catch (error) {
		log.error({ error, operation: operation.name }, "a call of a program failed");
		return refused("internal_error");
	}
}

/** Names the field and what it must be. Never repeats the input, which may contain a secret. */
function problemOf({ issues: [issue] }: ZodError): string {
	if (issue?.code === "unrecognized_keys") return "The input has an unknown field.";
	return `${issue?.path.join(".") || "input"}: ${issue?.message ?? ""}`.slice(0, 200);
}

function isRefused(result: Record<string, unknown> | { kind: "refused"; code: Refusal }): result is {
	kind: "refused";
	code: Refusal;
} {
	return result["kind"] === "refused";
}
