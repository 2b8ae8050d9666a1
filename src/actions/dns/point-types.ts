import type { Block } from "../domain/types.ts";
import type { Change } from "../operation/types.ts";
import type { Trouble } from "../trouble.ts";
import type { NotYours } from "./types.ts";

/** Identifies a restore point: one that a person saved, or the state before an operation. */
export type PointKey = { pointId: number } | { operationId: number };

export interface RestorePoint {
	key: PointKey;
	at: Date;
	/** The person who saved the point or ordered the change. `name`: null if it is unknown. */
	by: { mine: boolean; name: string | null };
	/** The person's name for a saved point. */
	name: string | null;
	/** The change that replaced this state; null for a saved point. */
	before: { reference: string; kind: Change["kind"] } | null;
}

export type PointResult =
	/** `changes`: what restoring each part would change now; parts that are the same are left out. */
	| { kind: "point"; domain: string; point: RestorePoint; changes: readonly Change[]; blocked: Block | null }
	| { kind: "not_found"; domain: string }
	| NotYours
	| Trouble;
