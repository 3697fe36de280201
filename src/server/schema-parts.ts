/** The small pieces that all schemas are made of. */
import { z } from 'zod';

export const text = z.string();
export const count = z.int().min(0);
export const share = z.number().min(0).max(1);
export const orNull = <T extends z.ZodType>(schema: T) => z.union([schema, z.null()]);
export const optional = z.exactOptional;
export const list = z.array;
export const pair = z.tuple([text, text]);
