import type { PersonError } from "../protocol.ts";

export type ProblemCode = PersonError["error"]["code"];

/** Thrown if a person tries something impossible. A real Telegram client would not offer such an action. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly code: ProblemCode;

	constructor(code: ProblemCode, message: string) {
		super(message);
		this.code = code;
	}
}
