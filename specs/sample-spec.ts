/** An example description to start from: OpenAPI 3.1 with lists, errors, an API key and reusable parts. */
export const sampleSpec = `openapi: 3.1.0
info:
  title: Bookshop
  version: 1.0.0
  summary: Browse the shelves and order books.
  description: |
    A small, complete description to start from. It shows how to

    - page through a list,
    - share schemas, parameters and answers,
    - say what goes wrong with \`application/problem+json\`,
    - protect an API with a key.
  contact:
    name: Bookshop developers
    email: developers@bookshop.example
  license:
    name: Apache 2.0
    identifier: Apache-2.0
servers:
  - url: https://api.bookshop.example/v1
    description: Production
tags:
  - name: Books
    description: What is on the shelves.
  - name: Orders
    description: What customers buy.
security:
  - apiKey: []
paths:
  /books:
    get:
      tags: [Books]
      operationId: listBooks
      summary: List books
      description: Answers one page of the books, ordered by title.
      parameters:
        - name: author
          in: query
          description: Only books whose author contains this text.
          schema:
            type: string
            maxLength: 100
        - $ref: '#/components/parameters/Page'
        - $ref: '#/components/parameters/Size'
      responses:
        '200':
          description: One page of books.
          content:
            application/json:
              schema:
                type: object
                required: [items, total]
                properties:
                  items:
                    type: array
                    items:
                      $ref: '#/components/schemas/Book'
                  total:
                    type: integer
                    minimum: 0
                    description: Books on all pages.
        '401':
          $ref: '#/components/responses/Unauthorized'
  /books/{isbn}:
    get:
      tags: [Books]
      operationId: getBook
      summary: Get a book
      parameters:
        - name: isbn
          in: path
          required: true
          description: The ISBN-13 without hyphens.
          schema:
            $ref: '#/components/schemas/Isbn'
      responses:
        '200':
          description: The book.
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Book'
        '401':
          $ref: '#/components/responses/Unauthorized'
        '404':
          $ref: '#/components/responses/NotFound'
  /orders:
    post:
      tags: [Orders]
      operationId: placeOrder
      summary: Place an order
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/NewOrder'
            examples:
              twoCopies:
                summary: Two copies of one book
                value:
                  lines:
                    - isbn: '9780140449136'
                      quantity: 2
      responses:
        '201':
          description: The order was placed.
          headers:
            Location:
              description: Where the order can be read.
              schema:
                type: string
                format: uri-reference
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Order'
        '400':
          $ref: '#/components/responses/Invalid'
        '401':
          $ref: '#/components/responses/Unauthorized'
  /orders/{orderId}:
    get:
      tags: [Orders]
      operationId: getOrder
      summary: Get an order
      parameters:
        - name: orderId
          in: path
          required: true
          description: The id that placing the order answered.
          schema:
            type: string
            format: uuid
      responses:
        '200':
          description: The order.
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Order'
        '401':
          $ref: '#/components/responses/Unauthorized'
        '404':
          $ref: '#/components/responses/NotFound'
components:
  securitySchemes:
    apiKey:
      type: apiKey
      in: header
      name: x-api-key
      description: The key of a consumer of this API.
  parameters:
    Page:
      name: page
      in: query
      description: The page, counted from 0.
      schema:
        type: integer
        minimum: 0
        default: 0
    Size:
      name: size
      in: query
      description: Items on one page.
      schema:
        type: integer
        minimum: 1
        maximum: 100
        default: 20
  responses:
    Invalid:
      description: The request is not valid.
      content:
        application/problem+json:
          schema:
            $ref: '#/components/schemas/Problem'
    Unauthorized:
      description: The key is missing or unknown.
      content:
        application/problem+json:
          schema:
            $ref: '#/components/schemas/Problem'
    NotFound:
      description: There is nothing at this address.
      content:
        application/problem+json:
          schema:
            $ref: '#/components/schemas/Problem'
  schemas:
    Isbn:
      type: string
      pattern: '^97[89][0-9]{10}$'
      examples: ['9780140449136']
    Book:
      type: object
      required: [isbn, title, author, price]
      properties:
        isbn:
          $ref: '#/components/schemas/Isbn'
        title:
          type: string
          examples: [The Odyssey]
        author:
          type: string
          examples: [Homer]
        price:
          $ref: '#/components/schemas/Money'
        publishedOn:
          type: [string, 'null']
          format: date
    Money:
      type: object
      required: [amount, currency]
      properties:
        amount:
          type: integer
          minimum: 0
          description: In the smallest unit of the currency.
          examples: [1299]
        currency:
          type: string
          pattern: '^[A-Z]{3}$'
          examples: [EUR]
    OrderLine:
      type: object
      required: [isbn, quantity]
      properties:
        isbn:
          $ref: '#/components/schemas/Isbn'
        quantity:
          type: integer
          minimum: 1
          maximum: 100
    NewOrder:
      type: object
      required: [lines]
      properties:
        lines:
          type: array
          minItems: 1
          items:
            $ref: '#/components/schemas/OrderLine'
    Order:
      allOf:
        - $ref: '#/components/schemas/NewOrder'
        - type: object
          required: [orderId, status, placedAt]
          properties:
            orderId:
              type: string
              format: uuid
            status:
              type: string
              enum: [placed, shipped, delivered, cancelled]
            placedAt:
              type: string
              format: date-time
    Problem:
      type: object
      required: [title, status]
      properties:
        title:
          type: string
        status:
          type: integer
        detail:
          type: string
`;
