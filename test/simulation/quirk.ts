import type { Answer, Exchange } from "./http-proxy.ts";

/** Changes an answer of the built-in service to imitate a service that behaves differently. */
export type Quirk = (exchange: Exchange, answer: Answer) => Promise<Answer> | Answer;
