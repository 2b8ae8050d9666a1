import { z } from "zod";
import { listPosition } from "../../screens/list-position.ts";
import { domains, noticeKey, origin, repeatedTap, skippedName } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/** The filters of the list of operations. Each has a button. */
export const orderFilters = ["purchases", "changes", "open", "needs_you", "failed", "done"] as const;

const aboutOperation = {
	subject: ({ operationId: id }: { operationId: number }) => ({ kind: "operation", id }) as const,
};

export const operationRoutes = {
	/** Says that none of the names in a list can be ordered or changed. */
	nothingToOrder: route("nothing_to_order", {
		skipped: z.array(skippedName),
		more: z.number(),
		from: origin.optional(),
		/**
		 * True for a change to the domains, false for an order. For a change, the screen says "change" instead of "order".
		 */
		change: z.boolean().optional(),
		/**
		 * Set if the service did not return the data of some domains of a change. A button repeats this tap to plan the
		 * change for only these domains.
		 */
		rest: repeatedTap.optional(),
	}),
	/**
	 * The screen of an operation.
	 * - `noticeKey`: a notice that is shown only while the state of the operation is `noticeState`.
	 * - `sure`: the number of the quote whose next confirmation is final.
	 * - `doubts`: the reasons for a second confirmation, such as a total above the person's limit `limitCents`. Not set
	 *   if the quote needs only one confirmation.
	 * - `skipped`: names that the quote leaves out. `more`: how many more such names there are.
	 * - `from`: the list from which the person opened the operation.
	 * - `rest`: set if the service did not return the data of some domains of a change. A button repeats this tap to plan
	 *   the change for only these domains.
	 */
	operation: route(
		"operation",
		{
			operationId: z.number(),
			noticeKey,
			noticeState: z.string().optional(),
			sure: z.number().optional(),
			doubts: z.array(z.enum(["big_cut", "last_mail", "last_address", "nameservers", "sum"])).optional(),
			limitCents: z.number().optional(),
			skipped: z.array(skippedName).optional(),
			more: z.number().optional(),
			vars: z.record(z.string(), z.string()).optional(),
			page: z.number().optional(),
			from: origin.optional(),
			rest: repeatedTap.optional(),
		},
		aboutOperation,
	),
	/**
	 * Lists the domains whose change can be undone. `domains`: set if the person repeats an attempt to undo all changes.
	 * The attempt then covers only these domains.
	 */
	undoList: route(
		"undo_list",
		{ ...listPosition, operationId: z.number(), domains: domains.optional(), from: origin.optional() },
		aboutOperation,
	),
	timeline: route("timeline", { operationId: z.number(), from: origin.optional() }, aboutOperation),
	/** A message with a file that lists the outcome of each name. */
	orderFile: route("order_file", { operationId: z.number() }),
	/**
	 * The list of operations, which are orders and changes. `running`: older versions of the bot stored the filter `open`
	 * under this name.
	 */
	operations: route("operations", { ...listPosition, filter: z.enum([...orderFilters, "running"]).optional() }),
	noOperation: route("no_operation", { reference: z.string() }),
};
