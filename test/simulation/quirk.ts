import type { Answer, Exchange } from "./http-proxy.ts";

/** Imitates a service that behaves differently. */
export type Quirk = (exchange: Exchange, answer: Answer) => Promise<Answer> | Answer;
