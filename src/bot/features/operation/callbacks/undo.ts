import type { FeatureDeps } from "../../../feature.ts";
import { routeRef, to } from "../../../screens/route.ts";
import {
	currentOperation,
	noLongerConnected,
	quoteDestination,
	showOperation,
} from "../../../screens/shared/operation.ts";
import { routes } from "../../../screens.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { showRequote } from "./requote.ts";

/**
 * Returns the handler that plans a change back to the state before this operation. If the operation changed several
 * domains, first asks which domain to restore.
 */
export function undo({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx, { value }) => {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const found = await actions.operation.get(which);
		if (value === null && found.kind === "operation" && found.operation.items.length > 1)
			return showOperation(ctx, to(routes.undoList, { operationId: which.operationId }));
		const result = await actions.operation.undo({ ...which, ...(value !== null && { domains: [value] }) });
		switch (result.kind) {
			case "bad_nameservers":
			case "unknown_preset":
			case "bad_key":
			case "not_found":
				return ctx.show(routes.stepEnded, {});
			default:
				showOperation(ctx, quoteDestination(result));
		}
	};
}

/**
 * Returns the handler that plans a change back to the state before this operation, for all of its domains. If some
 * domains could not be read, a button repeats the attempt for only these domains.
 */
export function undoAll({ actions }: FeatureDeps): CallbackHandler {
	return async (ctx) => {
		if (await noLongerConnected(ctx, actions)) return;
		const which = currentOperation(ctx);
		const params = { ...routes.undoList.parse(ctx.screen?.params), operationId: which.operationId };
		const found = await actions.operation.get(which);
		const items = found.kind === "operation" ? found.operation.items : [];
		const domains = params.domains ?? items.flatMap(({ domain, undoable }) => (undoable ? domain : []));
		const repeatedTap = { ...routeRef(routes.undoList, { ...params, domains }), verb: "undo_all", value: null };
		showRequote(ctx, await actions.operation.undo({ ...which, domains }), { change: true, repeatedTap });
	};
}
