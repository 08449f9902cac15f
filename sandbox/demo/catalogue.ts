import type { Environment } from '../../domain/core/environment.ts';

/** Where an API of the demo is deployed, its key, and the number of calls on a working day. */
type DemoDeployment = Readonly<{
  environment: Environment;
  contextPath: string;
  /** The key's nickname. */
  nickname: string;
  callsADay: number;
}>;

/** An API of the demo, with everything that its OpenAPI document needs. */
export type DemoApi = Readonly<{
  name: string;
  version: string;
  description: string;
  application: string;
  area: string;
  sourceRepo?: string;
  /** The thing that the API manages: singular, plural and its fields. */
  thing: string;
  things: string;
  fields: Readonly<Record<string, 'string' | 'integer' | 'number' | 'boolean' | 'date-time'>>;
  deployed?: DemoDeployment;
}>;

export type DeployedApi = DemoApi & Readonly<{ deployed: DemoDeployment }>;

/** The API that the partner may call. */
export const sharedApi = 'Orders API';

export const demoAreas = [
  { name: 'Payments', description: 'Cards, transfers and settlement' },
  { name: 'Logistics', description: 'Shipments, fleets and warehouses' },
  { name: 'Customers', description: 'Accounts, consent and support' },
  { name: 'Analytics', description: 'Reports and forecasts' },
] as const;

/** `invited`: an owner who has no account yet. */
export const demoApplications: readonly Readonly<{
  name: string;
  description: string;
  external: boolean;
  contact: string;
  invited?: string;
}>[] = [
  {
    name: 'Checkout',
    description: 'Everything between basket and receipt',
    external: true,
    contact: 'checkout-team@portico.example',
    invited: 'jonas.bergmann@staff.portico.example',
  },
  {
    name: 'Fleet Desk',
    description: 'Where vehicles, drivers and loads are',
    external: false,
    contact: 'fleet-desk@portico.example',
  },
  {
    name: 'Customer Hub',
    description: 'One view of every customer',
    external: false,
    contact: 'customer-hub@portico.example',
  },
];

export const demoApis: readonly DemoApi[] = [
  {
    name: 'Orders API',
    version: '2.4.0',
    description: 'Place, read and cancel orders. The source of truth for everything that was bought.',
    application: 'Checkout',
    area: 'Payments',
    sourceRepo: 'https://git.portico.example/checkout/orders',
    thing: 'order',
    things: 'orders',
    fields: { number: 'string', total: 'number', currency: 'string', placedAt: 'date-time', paid: 'boolean' },
    deployed: { environment: 'DEV', contextPath: 'orders', nickname: 'Dispatch board', callsADay: 60 },
  },
  {
    name: 'Card Payments API',
    version: '1.9.2',
    description: 'Authorize, capture and refund card payments, with strong customer authentication.',
    application: 'Checkout',
    area: 'Payments',
    sourceRepo: 'https://git.portico.example/checkout/cards',
    thing: 'payment',
    things: 'payments',
    fields: { amount: 'number', currency: 'string', captured: 'boolean', createdAt: 'date-time' },
    deployed: { environment: 'UAT', contextPath: 'card-payments', nickname: 'Shop checkout', callsADay: 45 },
  },
  {
    name: 'Refunds API',
    version: '1.2.0',
    description: 'Give money back, in full or in part, and see where it stands.',
    application: 'Checkout',
    area: 'Payments',
    thing: 'refund',
    things: 'refunds',
    fields: { orderNumber: 'string', amount: 'number', reason: 'string', settledAt: 'date-time' },
  },
  {
    name: 'Price List API',
    version: '3.0.1',
    description: 'Prices by market and day. Cache for an hour.',
    application: 'Checkout',
    area: 'Analytics',
    thing: 'price',
    things: 'prices',
    fields: { article: 'string', market: 'string', amount: 'number', validFrom: 'date-time' },
  },
  {
    name: 'Shipments API',
    version: '4.1.0',
    description: 'Book a shipment, print its label and follow it to the door.',
    application: 'Fleet Desk',
    area: 'Logistics',
    sourceRepo: 'https://git.portico.example/fleet/shipments',
    thing: 'shipment',
    things: 'shipments',
    fields: { reference: 'string', weight: 'number', destination: 'string', deliveredAt: 'date-time' },
    deployed: { environment: 'TEST', contextPath: 'shipments', nickname: 'Label printer', callsADay: 35 },
  },
  {
    name: 'Vehicle Positions API',
    version: '0.8.0',
    description: 'Where every vehicle is, every ten seconds. Early access: expect changes.',
    application: 'Fleet Desk',
    area: 'Logistics',
    thing: 'position',
    things: 'positions',
    fields: { vehicle: 'string', latitude: 'number', longitude: 'number', seenAt: 'date-time' },
  },
  {
    name: 'Warehouse Stock API',
    version: '2.0.0',
    description: 'What lies where, what is reserved and what comes in tomorrow.',
    application: 'Fleet Desk',
    area: 'Logistics',
    thing: 'stock item',
    things: 'stock-items',
    fields: { article: 'string', warehouse: 'string', onHand: 'integer', reserved: 'integer' },
    deployed: { environment: 'DEV', contextPath: 'warehouse-stock', nickname: 'Picking screens', callsADay: 50 },
  },
  {
    name: 'Delivery Slots API',
    version: '1.5.3',
    description: 'Offer and book delivery times that the fleet can keep.',
    application: 'Fleet Desk',
    area: 'Logistics',
    thing: 'slot',
    things: 'slots',
    fields: { postcode: 'string', from: 'date-time', to: 'date-time', free: 'boolean' },
  },
  {
    name: 'Customer Profile API',
    version: '5.2.0',
    description: 'Names, addresses and preferences of customers who agreed to share them.',
    application: 'Customer Hub',
    area: 'Customers',
    sourceRepo: 'https://git.portico.example/customers/profile',
    thing: 'profile',
    things: 'profiles',
    fields: { displayName: 'string', language: 'string', newsletter: 'boolean', since: 'date-time' },
    deployed: { environment: 'PROD', contextPath: 'customer-profile', nickname: 'Service desk', callsADay: 80 },
  },
  {
    name: 'Consent API',
    version: '1.0.4',
    description: 'Who agreed to what, when and in which words.',
    application: 'Customer Hub',
    area: 'Customers',
    thing: 'consent',
    things: 'consents',
    fields: { purpose: 'string', granted: 'boolean', wordingVersion: 'string', givenAt: 'date-time' },
    deployed: { environment: 'PROD', contextPath: 'consent', nickname: 'Newsletter', callsADay: 15 },
  },
  {
    name: 'Support Tickets API',
    version: '2.2.1',
    description: 'Open a ticket for a customer and follow the conversation.',
    application: 'Customer Hub',
    area: 'Customers',
    thing: 'ticket',
    things: 'tickets',
    fields: { subject: 'string', priority: 'integer', solved: 'boolean', openedAt: 'date-time' },
    deployed: { environment: 'DEV', contextPath: 'support-tickets', nickname: 'Help pages', callsADay: 20 },
  },
  {
    name: 'Demand Forecast API',
    version: '1.1.0',
    description: 'Expected demand by article and week, with its spread.',
    application: 'Customer Hub',
    area: 'Analytics',
    thing: 'forecast',
    things: 'forecasts',
    fields: { article: 'string', week: 'integer', expected: 'number', spread: 'number' },
    deployed: { environment: 'TEST', contextPath: 'demand-forecast', nickname: 'Purchase planning', callsADay: 10 },
  },
];

/** The APIs that the demo deploys. */
export const deployedApis = demoApis.filter((api): api is DeployedApi => api.deployed !== undefined);

/** Returns the name that an API has on the gateway. */
export const deployedName = (name: string): string => name.replace(/ API$/, '');
