import { routes } from "../../../routes.ts";
import { to } from "../../../screens/route.ts";
import type { CallbackHandler } from "../../../updates/callbacks.ts";
import { showOperation } from "../destination.ts";

/** Shows another page of the items of a long list. */
export const showPage: CallbackHandler = (ctx, { value }) => {
	const params = routes.operation.parse(ctx.screen?.params);
	if (params) showOperation(ctx, to(routes.operation, { ...params, page: Number(value) }));
	else ctx.show(routes.outdated, {});
};
