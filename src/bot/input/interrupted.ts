import { z } from "zod";
import type { ChatState } from "../ports.ts";
import { origin } from "../screens/params.ts";
import type { RouteRef } from "../screens/route.ts";

/** A question waits this long for its answer, in milliseconds. */
export const timeLimit = 30 * 60_000;

/** Replaces the data of an interrupted conversation, because the answer may still come. */
const interruptedData = z.object({ interrupted: origin });

/** Returns the question of a conversation that was interrupted recently. Returns null after any further text. */
export function interruptedQuestion({ data, age }: ChatState["dialogue"]): RouteRef | null {
	return age < timeLimit ? (interruptedData.safeParse(data).data?.interrupted ?? null) : null;
}
