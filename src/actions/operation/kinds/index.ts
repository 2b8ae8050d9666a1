import type { Kind } from "../../../rules/operation/state.ts";
import { dns } from "./dns.ts";
import { edge } from "./edge.ts";
import type { KindOfChange } from "./kind.ts";
import { nameservers } from "./nameservers.ts";
import { register } from "./register.ts";
import { renew } from "./renew.ts";

export const kinds: Readonly<Record<Kind, KindOfChange>> = { register, renew, dns, nameservers, edge };
