import type { Kind } from "../../../rules/operation/state.ts";
import { dns, edge, nameservers } from "./changes.ts";
import type { KindOfChange } from "./kind.ts";
import { register, renew } from "./orders.ts";

export const kinds: Readonly<Record<Kind, KindOfChange>> = { register, renew, dns, nameservers, edge };
