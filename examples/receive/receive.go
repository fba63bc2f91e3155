// Receives callbacks: checks the signature, keeps each once, answers, and works afterwards. Go 1.16 or newer, alone.
//
//	CALLBACK_SECRETS='whsec_…' go run receive.go [port]
//
// CALLBACK_SECRETS: those that you accept, with spaces between. CALLBACK_FOLDER (callbacks): where they are kept.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	tolerance = 5 * time.Minute
	mostBytes = 64 * 1024
)

var (
	keys   [][]byte
	folder = "callbacks"
	ids    = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	fresh  = make(chan []byte, 1000)
)

func main() {
	for _, secret := range strings.Fields(os.Getenv("CALLBACK_SECRETS")) {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			log.Fatal("CALLBACK_SECRETS: ", err)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		log.Fatal("set CALLBACK_SECRETS")
	}
	if given := os.Getenv("CALLBACK_FOLDER"); given != "" {
		folder = given
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		log.Fatal(err)
	}
	port := "9000"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	go work()
	fmt.Printf("listening at http://%s\n", listener.Addr())
	server := &http.Server{Handler: http.HandlerFunc(receive), ReadTimeout: 30 * time.Second}
	log.Fatal(server.Serve(listener))
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, mostBytes))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !isSigned(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	isNew, err := keep(request.Header.Get("webhook-id"), body)
	if err != nil {
		// What is not kept is not taken: the gateway comes again.
		log.Print(err)
		response.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	response.WriteHeader(http.StatusNoContent)
	if isNew {
		fresh <- body
	}
}

// Over the bytes as they came: what a JSON parser makes of them is no longer what was signed.
func isSigned(headers http.Header, body []byte) bool {
	id, stamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || !ids.MatchString(id) {
		return false
	}
	if age := time.Since(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return false
	}
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + stamp + "."))
		mac.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
			if hmac.Equal([]byte(given), expected) {
				return true
			}
		}
	}
	return false
}

// Whether it is new: whole, or not there. A table with the id as its key does the same.
func keep(id string, body []byte) (bool, error) {
	part, err := os.CreateTemp(folder, "*.part")
	if err != nil {
		return false, err
	}
	defer os.Remove(part.Name())
	if _, err = part.Write(body); err == nil {
		err = part.Close()
	}
	if err != nil {
		return false, err
	}
	err = os.Link(part.Name(), filepath.Join(folder, id+".json"))
	if errors.Is(err, os.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

// Your own work, after the answer.
func work() {
	for body := range fresh {
		fmt.Printf("received: %s\n", body)
	}
}
